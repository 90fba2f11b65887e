import { type ChipRecord, getChip } from '../../../chips/store/chips.ts';
import { checkChip } from '../../../chips/verbs/chip-writes.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { type Deadline, deadlineAt, noDeadline } from '../../../kernel/deadline.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, orRethrow, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { chunk, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction, transactionLimit } from '../../../kernel/store/dynamodb/transaction.ts';
import { openSpanKeys, utcDayOf } from '../../../kernel/store/keys.ts';
import type { ForProject } from '../../../limits/verbs/metered-call.ts';
import { getLock, holdersOf } from '../../../runs/store/locks.ts';
import { type DayWindow, windowsOfSpan } from '../../rules/range-plan.ts';
import {
  getOpenSpan,
  ifSpanUnchanged,
  type OpenSpanRecord,
  openSpanEntity,
  type PartialMark,
  partialOf,
  wholePartialAt,
  withPartial,
} from '../../store/open-spans.ts';
import { getPartialRollUps, type PartialRollUpRecord, partialRollUpEntity } from '../../store/partial-roll-ups.ts';
import type { SampleRecord } from '../../store/samples.ts';
import { listSeries } from '../../store/series.ts';
import { DayParts } from '../partial-parts.ts';
import { readWindows } from '../sample-windows.ts';

type ChipRef = { projectId: string; chipId: string };

/** How the partial roll-ups of a day are made. */
interface Making {
  /** However few samples wait; else as many as the chip has qubits and couplings. */
  always?: boolean;
  deadline?: Deadline;
}

/**
 * Adds the waiting samples of today (UTC) to the partial roll-ups of their metrics (rule ROLLUP-9). It reads only the
 * samples after the partial roll-ups, and for metrics without one those of the day. May run concurrently with itself
 * and with writers of samples. Answers whether it made any.
 */
export async function makePartials(
  ctx: Context,
  ref: ChipRef,
  { always = false, deadline = noDeadline }: Making = {},
): Promise<boolean> {
  let made = false;
  const making = retryOnConflict(orRethrow(attempts), async () => {
    made = await makeOnce(ctx, ref, { always, deadline });
  });
  // If writes are too frequent for this to end, the end of a run, or the next sweep, does it.
  return (await isDoneUnlessStale(making)) && made;
}

/** Time for the partial roll-ups of a batch of records, which must not be delivered again because they take long. */
const BATCH_SECONDS = 20;

/** The same for several chips, while there is time: reads work without them, and the sweep makes them. */
export async function tryMakePartials(ctx: Context, chips: readonly ChipRef[], forProject: ForProject): Promise<void> {
  const deadline = deadlineAt(ctx, new Date(ctx.clock().getTime() + BATCH_SECONDS * 1000));
  for (const chip of chips)
    await forProject(chip.projectId, () => makePartials(ctx, chip, { deadline })).catch((error: unknown) => {
      ctx.log.error('partial roll-ups not made', { projectId: chip.projectId, reason: String(error) });
    });
}

const attempts = 5;

async function makeOnce(ctx: Context, ref: ChipRef, { always, deadline }: Required<Making>): Promise<boolean> {
  const day = utcDayOf(nowOf(ctx));
  const [chip, mark] = await Promise.all([
    getChip(ctx.db, ref.projectId, ref.chipId),
    getOpenSpan(ctx.db, { ...ref, span: 'day', date: day }),
  ]);
  const partial = mark && partialOf(mark);
  // Without partial roll-ups, `closing` means that the roll-ups of the whole day are being made.
  if (!chip || !mark || (mark.closing && !partial)) return false;
  if (!always && (await countWaiting(ctx, chip, mark, deadline)) < chip.qubitCount + chip.couplingCount) return false;
  deadline();
  const taken = await takeDay(ctx, mark, partial);
  const made = await rollUpWaiting(ctx, chip, taken, deadline);
  await putPartials(ctx, chip, taken, made.records, deadline);
  const { through, metrics } = made;
  const finished = withPartial(taken, { bound: through, through, metrics, madeAt: nowOf(ctx) });
  const transaction = new Transaction(ctx.db);
  checkChip(transaction, chip);
  await transaction.put(finished, ifSpanUnchanged(taken), dayChanged).commit();
  return true;
}

const dayChanged = staleReadOf('A sample of the day');

/** A day behind an instant, or all of it, up to an end; nothing where that comes before. */
function partAfter(day: string, through: string | undefined, end: string): DayWindow[] {
  const part = windowsOfSpan(day).map((whole) => ({
    ...whole,
    from: through === undefined ? whole.from : `${through}~`,
    through: end < whole.through ? end : whole.through,
  }));
  return part.filter((window) => window.from <= `${window.through}~`);
}

/** How many values wait: those behind partial roll-ups, and all of a metric that has none. */
async function countWaiting(ctx: Context, chip: ChipRecord, mark: OpenSpanRecord, deadline: Deadline): Promise<number> {
  const partial = partialOf(mark);
  const series = await listSeries(ctx.db, chip.projectId, chip.chipId);
  let count = 0;
  const windows = mark.metrics.map((metric) => {
    const isRolled = partial?.metrics.includes(metric);
    return { metric, windows: partAfter(mark.date, isRolled ? partial?.through : undefined, nowOf(ctx)) };
  });
  await readWindows(ctx.db, chip, series, windows, () => {
    deadline();
    count += 1;
  });
  return count;
}

/** From here on who writes a sample that is not later than now writes another mark. @throws StaleReadError */
async function takeDay(
  ctx: Context,
  mark: Stored<OpenSpanRecord>,
  partial: PartialMark | undefined,
): Promise<Stored<OpenSpanRecord> & { partial: PartialMark }> {
  const now = nowOf(ctx);
  const { bound = '', through = '', metrics = [], madeAt = now } = partial ?? {};
  const put = withPartial(mark, { through, metrics, madeAt, bound: bound > now ? bound : now });
  if (!(await writeItem(ctx.db, { put, condition: ifSpanUnchanged(mark) })).ok) throw dayChanged();
  return openSpanEntity.decode(put) as Stored<OpenSpanRecord> & { partial: PartialMark };
}

/** What is to be written. */
interface Made {
  records: { record: PartialRollUpRecord; rev: number }[];
  /** When the newest sample that is in was measured. */
  through: string;
  metrics: string[];
}

async function rollUpWaiting(
  ctx: Context,
  chip: ChipRecord,
  { projectId, chipId, date: day, metrics, partial }: Stored<OpenSpanRecord> & { partial: PartialMark },
  deadline: Deadline,
): Promise<Made> {
  const known = metrics.filter((metric) => partial.metrics.includes(metric));
  const [series, stored] = await Promise.all([
    listSeries(ctx.db, projectId, chipId),
    getPartialRollUps(
      ctx.db,
      chip,
      metrics.map((metric) => ({ day, metric })),
    ),
  ]);
  deadline();
  const before = new Map(stored.flatMap((one) => (one ? [[one.metric, one] as const] : [])));
  const parts = new Map<string, DayParts>();
  const windows = metrics.map((metric) => {
    const own = new DayParts(metric);
    parts.set(metric, own);
    const begun = known.includes(metric) ? before.get(metric) : undefined;
    if (begun) own.begin(begun);
    return { metric, windows: partAfter(day, begun?.through, partial.bound) };
  });
  let { through } = partial;
  const changed = new Set<string>();
  await readWindows(ctx.db, chip, series, windows, (sample: SampleRecord, partition) => {
    deadline();
    parts.get(sample.metric)?.add(sample, partition);
    changed.add(sample.metric);
    if (sample.at > through) through = sample.at;
  });
  for (const { through: reached, metric } of before.values())
    if (known.includes(metric) && reached > through) through = reached;
  const records = [...changed].map((metric) => ({
    record: { projectId, chipId, metric, day, through, parts: parts.get(metric)?.packed() ?? [] },
    rev: (before.get(metric)?.rev ?? 0) + 1,
  }));
  return { records, through, metrics: metrics.filter((metric) => changed.has(metric) || known.includes(metric)) };
}

/** An item has 400 KB: what is larger is read from samples. */
const MOST_BYTES = 380_000;
/** Most bytes that are written together; a transaction has 4 MB. */
const BYTES_AT_ONCE = 2_000_000;
/** Most partial roll-ups that are written together, besides the checks of the chip and the mark. */
const MOST_AT_ONCE = transactionLimit - 2;

/** @throws StaleReadError if the mark was written since. */
async function putPartials(
  ctx: Context,
  chip: ChipRecord,
  mark: OpenSpanRecord,
  records: Made['records'],
  deadline: Deadline,
): Promise<void> {
  const bytesOf = ({ record }: Made['records'][number]) =>
    record.parts.reduce((sum, { targets, partition }) => sum + targets.length + partition.length + 100, 0);
  const largest = Math.max(1, ...records.map(bytesOf));
  const fitting = Math.floor(BYTES_AT_ONCE / Math.min(largest, MOST_BYTES));
  for (const part of chunk(records, Math.min(fitting, MOST_AT_ONCE))) {
    deadline();
    const transaction = new Transaction(ctx.db);
    checkChip(transaction, chip);
    transaction.check(openSpanKeys.span(chip.projectId, chip.chipId, mark), ifSpanUnchanged(mark), dayChanged);
    for (const one of part) {
      const item = partialRollUpEntity.encode(one.record, one.rev);
      if (bytesOf(one) <= MOST_BYTES) transaction.put(item);
      else transaction.delete(partialRollUpEntity.keys(one.record));
    }
    await transaction.commit();
  }
}

const HOUR_MS = 3_600_000;

/** Makes what a run, an import or an exclusion has left: of a chip that no run measures, every hour and where a metric lacks one. */
export async function sweepPartials(ctx: Context, ref: ChipRef, deadline: Deadline): Promise<boolean> {
  const [mark, lock] = await Promise.all([
    getOpenSpan(ctx.db, { ...ref, span: 'day', date: utcDayOf(nowOf(ctx)) }),
    getLock(ctx.db, ref.projectId),
  ]);
  if (!mark || holdersOf(lock).some(({ chipId }) => chipId === ref.chipId)) return false;
  return isRecent(ctx, wholePartialAt(mark)) ? false : makePartials(ctx, ref, { always: true, deadline });
}

/** Whether the partial roll-ups of all metrics were made within the last hour. */
export const isRecent = (ctx: Context, wholeAt: string | undefined): boolean =>
  wholeAt !== undefined && Date.parse(nowOf(ctx)) - Date.parse(wholeAt) < HOUR_MS;
