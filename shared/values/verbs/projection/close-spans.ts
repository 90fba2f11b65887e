import { randomUUID } from 'node:crypto';
import { type ChipRecord, getChip } from '../../../chips/store/chips.ts';
import { checkChip, streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { type Deadline, deadlineAt, noDeadline, OutOfTimeError } from '../../../kernel/deadline.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { chunk, ifAbsent, ifRevision, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { openSpanKeys, utcDayOf } from '../../../kernel/store/keys.ts';
import {
  getOpenSpan,
  ifSpanUnchanged,
  levelsSpan,
  listOpenSpans,
  type OpenSpanRecord,
  type OpenSpanRow,
  opened,
  openSpanEntity,
  openSpanPages,
  type SpanRef,
} from '../../store/open-spans.ts';
import {
  listRollUps,
  packTargets,
  type RolledTargets,
  type RollUpRecord,
  rollUpEntity,
  unpackTargets,
} from '../../store/roll-ups.ts';
import { listSeries } from '../../store/series.ts';
import { Rolled, rollUpDay } from '../rolled-samples.ts';
import { isRecent, sweepPartials } from './make-partials.ts';
import { outdatedDrift } from './write-drift.ts';
import { writeLevels } from './write-levels.ts';

/** The outcome of closing the past spans. */
export interface SpanSweep {
  closed: number;
  failed: number;
}

/**
 * Makes the roll-ups of the past UTC days and months that lack samples, oldest first, until a time. Each sample is read
 * once for its day and each day once for its month, for any number of runs; a later write into a closed span opens it
 * once more. Then the partial roll-ups of today follow, if they are due. May run concurrently with itself and with
 * writers of samples.
 * @param spans to look at; all open spans by default.
 */
export async function closeSpans(ctx: Context, until: Date, spans?: readonly SpanRef[]): Promise<SpanSweep> {
  const result: SpanSweep = { closed: 0, failed: 0 };
  const open = spans ?? (await inOne(dueSpanPages(ctx)));
  const over = open.filter((span) => isEnded(ctx, span));
  // Levels and months after the days that they are made of.
  const underWay = open.filter((span) => isToday(ctx, span));
  for (const span of [...over.sort((a, b) => a.span.localeCompare(b.span)), ...underWay]) {
    if (ctx.clock() > until) break;
    const deadline = deadlineAt(ctx, until);
    try {
      if (underWay.includes(span)) await sweepPartials(ctx, span, deadline);
      else if (await closeSpan(ctx, span, deadline)) result.closed += 1;
    } catch (error) {
      // Its mark remains: the next sweep makes it.
      if (error instanceof OutOfTimeError) break;
      // One chip must not keep the others from being derived.
      result.failed += 1;
      ctx.log.error('roll-ups not made', {
        entity: `${span.span} ${span.date}`,
        projectId: span.projectId,
        reason: String(error),
      });
    }
  }
  return result;
}

async function inOne<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** The open spans of all chips that are over, and those of today whose partial roll-ups may be due, a page at a time. */
export async function* dueSpanPages(ctx: Context): AsyncGenerator<SpanRef[]> {
  for await (const page of openSpanPages(ctx.db, `${todayOf(ctx)}~`)) yield page.filter((row) => isDue(ctx, row));
}

const isDue = (ctx: Context, row: OpenSpanRow): boolean =>
  isEnded(ctx, row) || (isToday(ctx, row) && !isRecent(ctx, row.wholeAt));

const isToday = (ctx: Context, { span, date }: SpanRef): boolean => span === 'day' && date === todayOf(ctx);

const todayOf = (ctx: Context): string => utcDayOf(nowOf(ctx));

const isEnded = (ctx: Context, { span, date }: SpanRef): boolean =>
  date < (span === 'month' ? todayOf(ctx).slice(0, 6) : todayOf(ctx));

/** The same of one chip, without haste: the days that are over, and then the levels and the months. @throws OutOfTimeError */
export async function closeEndedSpans(
  ctx: Context,
  { projectId, chipId }: { projectId: string; chipId: string },
  deadline: Deadline = noDeadline,
): Promise<void> {
  for (const kind of ['day', 'levels', 'month'] as const)
    for (const span of await listOpenSpans(ctx.db, projectId, chipId))
      if (span.span === kind && isEnded(ctx, span)) {
        deadline();
        await closeSpan(ctx, span, deadline);
      }
}

/**
 * Makes the roll-ups of a span from the table, and removes its mark. A write of a sample meanwhile changes the mark,
 * and then this begins again. Answers whether the span is closed.
 */
function closeSpan(ctx: Context, ref: SpanRef, deadline: Deadline): Promise<boolean> {
  return retryOnConflict(orRethrow(streamAttempts), async () => {
    const [chip, existing] = await Promise.all([getChip(ctx.db, ref.projectId, ref.chipId), getOpenSpan(ctx.db, ref)]);
    // A chip that is being made or deleted has the job of doing so.
    if (!chip || !existing) return existing === undefined;
    const mark = await takeSpan(ctx, existing);
    if (ref.span === 'levels') return closeLevels(ctx, chip, mark, deadline);
    const rolled = ref.span === 'day' ? await dayOf(ctx, mark, deadline) : await monthOf(ctx, mark, deadline);
    if (!rolled) return false;
    await putRollUps(ctx, chip, mark, rolled, deadline);
    await removeMark(ctx, chip, mark);
    return true;
  });
}

/** From here on every write of a sample of the span changes the mark. @throws StaleReadError */
async function takeSpan(ctx: Context, { rev, ...mark }: Stored<OpenSpanRecord>): Promise<Stored<OpenSpanRecord>> {
  const taken = { ...mark, closing: true, partial: undefined, token: randomUUID() };
  const put = openSpanEntity.encode(taken, rev + 1);
  if (!(await writeItem(ctx.db, { put, condition: ifSpanUnchanged(mark) })).ok) throw spanChanged();
  return { ...taken, rev: rev + 1 };
}

const spanChanged = staleReadOf('A sample of the span');

async function dayOf(
  ctx: Context,
  { projectId, chipId, date, metrics }: OpenSpanRecord,
  deadline: Deadline,
): Promise<Rolled> {
  const series = await listSeries(ctx.db, projectId, chipId);
  return rollUpDay(ctx.db, { projectId, chipId }, series, { day: date, metrics: new Set(metrics), deadline });
}

/** From its days, once all of them are closed. */
async function monthOf(
  ctx: Context,
  { projectId, chipId, date, metrics }: OpenSpanRecord,
  deadline: Deadline,
): Promise<Rolled | undefined> {
  const open = await listOpenSpans(ctx.db, projectId, chipId);
  if (open.some((one) => one.span === 'day' && one.date.startsWith(date))) return undefined;
  const rolled = new Rolled();
  for (const metric of metrics) {
    deadline();
    const rows = await listRollUps(
      ctx.db,
      { projectId, chipId, metric },
      { span: 'day', from: date, through: `${date}~` },
    );
    for (const { cooldownId, targets, lacksBlocks, date: day } of rows)
      rolled.addRolled(
        metric,
        cooldownId,
        lacksBlocks ? await madeAgain(ctx, { projectId, chipId, metric, day, cooldownId }) : unpackTargets(targets),
      );
  }
  return rolled;
}

/** The roll-up of a day that an earlier version made, from its samples: it lacks what its month is to have. */
async function madeAgain(
  ctx: Context,
  of: { projectId: string; chipId: string; metric: string; day: string; cooldownId: string | undefined },
): Promise<RolledTargets> {
  const series = await listSeries(ctx.db, of.projectId, of.chipId, of.metric);
  const rolled = await rollUpDay(ctx.db, of, series, { day: of.day, metrics: new Set([of.metric]) });
  return rolled.of(of.metric).get(of.cooldownId) ?? [];
}

/** Metrics whose roll-ups are written together: each may have a hundred kilobytes of a thousand targets. */
const metricsPerWrite = 8;

/**
 * Writes the roll-ups that differ from the stored ones. @throws StaleReadError if another process has taken the span.
 */
async function putRollUps(
  ctx: Context,
  chip: ChipRecord,
  mark: Stored<OpenSpanRecord>,
  rolled: Rolled,
  deadline: Deadline,
): Promise<void> {
  const { projectId, chipId, date } = mark;
  const span = mark.span === 'month' ? 'month' : 'day';
  for (const metrics of chunk(mark.metrics, metricsPerWrite)) {
    deadline();
    const transaction = guarded(ctx, chip, mark);
    for (const metric of metrics) {
      const rows = await listRollUps(ctx.db, { projectId, chipId, metric }, { span, from: date, through: date });
      const existing = new Map(rows.map((row) => [row.cooldownId, row]));
      const rollUps = rolled.of(metric);
      for (const cooldownId of new Set([...existing.keys(), ...rollUps.keys()])) {
        const before = existing.get(cooldownId);
        const targets = packTargets(rollUps.get(cooldownId) ?? []);
        if (before && Buffer.compare(before.targets, targets) === 0) continue;
        const record: RollUpRecord = { projectId, chipId, metric, span, date, cooldownId, targets };
        const condition = before ? ifRevision(before.rev) : ifAbsent;
        transaction.put(rollUpEntity.encode(record, (before?.rev ?? 0) + 1), condition, spanChanged);
      }
    }
    if (transaction.size > 2) await transaction.commit();
  }
}

/** Makes the levels some metrics at a time, so that a sweep without time for all of them leaves the others to the next. */
async function closeLevels(
  ctx: Context,
  chip: Stored<ChipRecord>,
  mark: Stored<OpenSpanRecord>,
  deadline: Deadline,
): Promise<boolean> {
  const all = new Set([...mark.metrics, ...(await outdatedDrift(ctx.db, chip))]);
  let left = all.size > mark.metrics.length ? await takeSpan(ctx, { ...mark, metrics: [...all].sort() }) : mark;
  for (const metrics of chunk(left.metrics, metricsPerWrite)) {
    await writeLevels(ctx, chip, metrics, { deadline, guard: () => guarded(ctx, chip, left), onConflict: spanChanged });
    const others = left.metrics.slice(metrics.length);
    if (others.length > 0) left = await takeSpan(ctx, { ...left, metrics: others });
  }
  await removeMark(ctx, chip, left);
  return true;
}

/** A transaction that succeeds only while the chip exists and the mark is unchanged since it was taken. */
function guarded(ctx: Context, chip: ChipRecord, mark: OpenSpanRecord): Transaction {
  const transaction = new Transaction(ctx.db);
  checkChip(transaction, chip);
  return transaction.check(openSpanKeys.span(mark.projectId, mark.chipId, mark), ifSpanUnchanged(mark), spanChanged);
}

/** The mark goes; that of a day leaves its month and the levels to be made. */
async function removeMark(ctx: Context, chip: ChipRecord, mark: OpenSpanRecord): Promise<void> {
  const { projectId, chipId, span, date, metrics } = mark;
  const transaction = new Transaction(ctx.db);
  checkChip(transaction, chip);
  transaction.delete(openSpanKeys.span(projectId, chipId, mark), ifSpanUnchanged(mark), spanChanged);
  if (span === 'day') {
    for (const left of [{ span: 'month', date: date.slice(0, 6) } as const, levelsSpan]) {
      const ref = { projectId, chipId, ...left };
      const existing = await getOpenSpan(ctx.db, ref);
      const item = opened(existing, ref, metrics);
      if (item) transaction.put(item, ifSpanUnchanged(existing), spanChanged);
    }
  }
  await transaction.commit();
}
