import { isElementKind } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { chipFieldsAsOf, cooldownOf } from '../../../chips/verbs/history/chip-as-of.ts';
import { type CooldownRecord, type CryostatRecord, getCryostat } from '../../../cooldowns/store/cooldowns.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { notToCome } from '../../../kernel/rules/time-range.ts';
import { getItem, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { noteEventKeys, runKeys, type TargetRef } from '../../../kernel/store/keys.ts';
import { type NoteEventRecord, noteEventEntity } from '../../../notes/store/note-events.ts';
import type { TaskRow } from '../../../results/store/task-results.ts';
import { decodeRunQueue } from '../../../runs/store/run-queue.ts';
import { listSchedules } from '../../../schedules/store/schedules.ts';
import { getHorizons } from '../../../values/store/horizons.ts';
import { freshnessLimits } from '../../../values/verbs/freshness-limits.ts';
import type { MeasuredChip } from '../../../values/verbs/measured-chip.ts';
import { type HeldReading, heldReadings, newestOf, type Reading } from '../../../values/verbs/readings.ts';
import type { Difference, MetricShift } from '../../rules/differences/compared.ts';
import type { DifferenceTotals } from '../../rules/differences/totals.ts';
import { countsByMetric, type Expired, expiredSince } from '../../rules/overview/expired.ts';
import { type FaultyOfMetric, faultyInOrder } from '../../rules/overview/faulty-in-order.ts';
import { type ToMeasure, toMeasure } from '../../rules/overview/to-measure.ts';
import { chipReads, compareSides } from '../differences/read-differences.ts';
import { type ComingRun, readNextRun } from './next-run.ts';
import { type FoundFailures, type OverviewTimes, type RunsSince, readFailures, readRunsSince } from './runs-since.ts';

/** How far back it is looked at first for what was newest at the beginning: most labs measure most of a chip within a week. */
const FIRST_DAYS = 7;

/** The newest notes since an instant, and how many there are; of more than a page holds, those of a page. */
interface NotesSince {
  newest: NoteEventRecord[];
  total: number;
  countedAll: boolean;
}

/** The changes of a chip since an instant, and its state. */
export interface ChipOverview {
  chip: ChipRecord;
  asOf: string;
  cooldown: { record: CooldownRecord; cryostat: CryostatRecord | undefined } | undefined;
  /** Scored 3 or more, the largest score first. */
  changed: Difference[];
  totals: DifferenceTotals;
  shifts: MetricShift[];
  failed: FoundFailures;
  expired: Expired<Reading>[];
  expiredByMetric: ReturnType<typeof countsByMetric>;
  /** Of what failed and what expired. */
  toMeasure: ToMeasure;
  /** All stale values, whenever they became so. */
  stale: number;
  /** Those of metrics that mostly have values first. */
  faulty: Reading[];
  faultyByMetric: FaultyOfMetric[];
  /** Undefined as of the past: of what has been decided it is not kept that it waited. */
  held: HeldReading[] | undefined;
  runs: RunsSince;
  next: ComingRun | undefined;
  notes: NotesSince;
  /** When it changes by the clock alone: a value becomes stale, or a schedule fires. */
  until: string | undefined;
}

/**
 * A chip since an instant (rules OVERVIEW-1 to OVERVIEW-7): two round trips, of which the second depends on the first.
 * @param options.asOf the instant of the state; now unless given
 * @param options.notes how many of the newest notes are read
 * @throws ServiceError `invalid` if there is no time between the two instants.
 */
export async function chipOverview(
  ctx: ProjectContext,
  { chip: chipNow, spans }: MeasuredChip,
  { since, notes: noteLimit, ...options }: { since: string; asOf?: string | undefined; notes: number },
): Promise<ChipOverview> {
  const now = nowOf(ctx);
  const asOf = notToCome(options.asOf, now);
  if (since >= now) throw invalid(`since '${since}' is not in the past`);
  if (since >= asOf) throw invalid(`since '${since}' is not before as_of '${asOf}'`);
  const times: OverviewTimes = { since, asOf, isPast: asOf < now };
  const reads = chipReads(ctx, chipNow, spans);
  const sides = { before: { kind: 'instant', through: since }, after: { kind: 'instant', through: asOf } } as const;
  const [compared, targets, readings, chip, horizons, { runs, failed }, cooldown, next, notes] = await Promise.all([
    compareSides(ctx, reads, { ...sides, firstDays: FIRST_DAYS }),
    reads.targets(),
    times.isPast ? reads.asOf(asOf) : reads.current(),
    times.isPast ? chipFieldsAsOf(ctx, chipNow, asOf) : chipNow,
    getHorizons(ctx.db, ctx.projectId, chipNow.chipId),
    runsAndFailures(ctx, chipNow.chipId, times),
    cooldownThen(ctx, chipNow, times, reads.cooldowns),
    times.isPast ? undefined : startToCome(ctx, chipNow.chipId),
    notesWithin(ctx, chipNow.chipId, times, noteLimit),
  ]);
  const limits = freshnessLimits(ctx, chip, horizons);
  const { expired, stale, nextMs } = expiredSince(readings, { since, now: asOf }, limits);
  return {
    ...{ asOf, cooldown, runs, failed, next, notes, expired, stale },
    until: times.isPast ? undefined : changesAt(nextMs, next),
    chip: times.isPast ? { ...chip, lastCalibratedAt: newestOf(readings) } : chip,
    changed: compared.differences.filter(({ judged }) => judged?.verdict === 'notable'),
    totals: compared.totals,
    shifts: compared.shifts,
    expiredByMetric: countsByMetric(expired.map(({ reading }) => reading)),
    ...faultyInOrder(readings),
    held: times.isPast ? undefined : heldReadings(Object.values(targets).flat()),
    toMeasure: toMeasure(
      [...failed.failures.flatMap(targetOf), ...expired.flatMap(({ reading }) => latticeOf(reading.target))],
      new Set(targets.qubits.map(({ id }) => id)),
    ),
  };
}

function changesAt(staleMs: number, next: ComingRun | undefined): string | undefined {
  const firesMs = next?.kind === 'scheduled' ? Date.parse(next.at) : Number.POSITIVE_INFINITY;
  const earliestMs = Math.min(staleMs, firesMs);
  return Number.isFinite(earliestMs) ? new Date(earliestMs).toISOString() : undefined;
}

/** No task measures an element. */
const latticeOf = ({ kind, id }: TargetRef) => (isElementKind(kind) ? [] : [{ kind, id }]);

/** The qubit or coupling of a task; a global one has none. */
const targetOf = ({ taskType: kind, qid: id }: TaskRow) =>
  kind === 'qubit' || kind === 'coupling' ? [{ kind, id }] : [];

async function runsAndFailures(ctx: ProjectContext, chipId: string, times: OverviewTimes) {
  const found = await readRunsSince(ctx, chipId, times);
  const failed = await readFailures(ctx, found, times);
  const { runs } = failed;
  // The newest of all is among them if it was not over yet.
  const last = runs.find(({ executionId }) => executionId === found.last?.executionId) ?? found.last;
  return { runs: { ...found, runs, last }, failed };
}

async function cooldownThen(
  { db, projectId }: ProjectContext,
  { chipId, currentCooldownId }: ChipRecord,
  { asOf, isPast }: OverviewTimes,
  read: () => Promise<CooldownRecord[]>,
): Promise<ChipOverview['cooldown']> {
  if (!isPast && currentCooldownId === undefined) return undefined;
  const cooldowns = await read();
  const record = isPast
    ? cooldownOf(cooldowns, chipId, asOf)
    : cooldowns.find(({ cooldownId }) => cooldownId === currentCooldownId);
  return record && { record, cryostat: await getCryostat(db, projectId, record.cryoId) };
}

async function startToCome(ctx: ProjectContext, chipId: string): Promise<ComingRun | undefined> {
  const [queue, schedules] = await Promise.all([
    getItem(ctx.db, runKeys.queue(ctx.projectId)),
    listSchedules(ctx.db, ctx.projectId),
  ]);
  return readNextRun(ctx, chipId, { waiting: decodeRunQueue(queue)?.waiting ?? [], schedules });
}

/** Counted separately from the newest: after a long absence, the texts of all of them would be too much to read. */
async function notesWithin(
  { db, projectId }: ProjectContext,
  chipId: string,
  { since, asOf, isPast }: OverviewTimes,
  limit: number,
): Promise<NotesSince> {
  const { pk } = noteEventKeys.ofChip(projectId, chipId);
  const range = { pk, from: since, through: isPast ? `${asOf}~` : '~', descending: true };
  const [{ items }, { count, lastKey }] = await Promise.all([
    queryPage(db, range, { limit }),
    queryPage(db, range, { count: true }),
  ]);
  const newest = items.map((item) => noteEventEntity.decode(item));
  return { newest, total: Math.max(count, newest.length), countedAll: lastKey === undefined };
}
