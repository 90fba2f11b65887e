import { type HeldValue, type TargetRecord, targetVersion, type ValueRecord } from '../../../chips/store/chips.ts';
import { valueEntry } from '../../../chips/store/target-values.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { type Database, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { type EntryPath, updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys, type TargetRef } from '../../../kernel/store/keys.ts';
import type { TaskResultRecord } from '../../../results/store/task-results.ts';
import { becomesCurrent, isAhead } from '../../rules/clock-ahead.ts';
import { isWithheld, markOf } from '../../rules/gate-mark.ts';
import { isNewer } from '../../rules/roll-up.ts';
import { walkHistory } from '../../store/sample-reads.ts';
import { isCountedSample, type SampleRecord } from '../../store/samples.ts';
import { listSeries } from '../../store/series.ts';
import { type AsOf, countsAsOf, readResults } from './counted.ts';
import { measuredStateOf } from './target-values.ts';

/** A value or faulty mark that a target is to have, and the results that this rests on. */
export interface MetricState {
  metric: string;
  /** Undefined: neither, for nothing that counts was measured. */
  value: ValueRecord | { faultyAt: string } | undefined;
  countedTaskId: string | undefined;
  /** The result behind the former value, if it does not count. */
  replacedTaskId?: string | undefined;
}

/** A qubit or coupling with values: the present ones, or those at the end of a day. */
type TargetValues = Pick<TargetRecord, 'kind' | 'id' | 'data' | 'faulty'>;

/**
 * The metrics of a target whose current values change with a result that is excluded or included: each falls back to
 * the newest value that counts, from any source, and a newer one is never removed. Without a changed result, the
 * history of every metric is examined.
 */
export async function metricStates(
  db: Database,
  asOf: AsOf,
  target: TargetValues,
  metrics: readonly string[],
): Promise<MetricState[]> {
  const existing = metrics.map((metric) => ownEntry(target.data, metric)?.taskId);
  const others = existing.filter((taskId) => taskId !== undefined && taskId !== asOf.changed?.taskId) as string[];
  const results = await readResults(db, asOf.chip.projectId, others);
  const states = await Promise.all(metrics.map((metric) => metricState(db, asOf, target, metric, results)));
  return states.filter((state) => state !== undefined);
}

async function metricState(
  db: Database,
  asOf: AsOf,
  target: TargetValues,
  metric: string,
  results: ReadonlyMap<string, TaskResultRecord>,
): Promise<MetricState | undefined> {
  const { changed } = asOf;
  const value = ownEntry(target.data, metric);
  const since = value?.calibratedAt ?? ownEntry(target.faulty, metric);
  const isOwn = value ? value.taskId === changed?.taskId : marksFaulty(changed, metric, since);
  const from = isOwn ? changed : results.get(value?.taskId ?? '');
  const stands = since !== undefined && (from === undefined || countsOf(from, metric, asOf));
  const own = ownState(asOf, target, metric, value?.unit);
  const replaces = (state: MetricState) => becomesCurrent(atOf(state), since, asOf.now);
  if (stands && changed) return own && replaces(own) ? own : undefined;
  const before = await newestSample(db, asOf, target, metric, value?.unit);
  if (stands) return before && replaces(before) ? before : undefined;
  if (!own && !before && since === undefined) return undefined;
  return { ...newerOf(own, before, metric, asOf.now), replacedTaskId: from?.taskId };
}

/** The newer of the changed result's value and the present one; undefined if there is neither. */
function newerOf(
  own: MetricState | undefined,
  before: MetricState | undefined,
  metric: string,
  now: string,
): MetricState {
  const none = { metric, value: undefined, countedTaskId: undefined };
  return own && (!before || becomesCurrent(atOf(own), atOf(before), now)) ? own : (before ?? none);
}

/** Whether a result's measurement of a metric counts; accepted values do so from their acceptance on. */
function countsOf(result: TaskResultRecord, metric: string, asOf: AsOf): boolean {
  const mark = markOf(result.gateMarks, metric);
  const isInTime = asOf.until === undefined || mark?.decidedAt === undefined || mark.decidedAt <= asOf.until;
  return countsAsOf(result, asOf) && !isWithheld(mark) && isInTime;
}

/** Whether a faulty mark of a target is that of a result. */
const marksFaulty = (result: TaskResultRecord | undefined, metric: string, since: string | undefined): boolean =>
  result !== undefined && result.endAt === since && markOf(result.gateMarks, metric)?.state === 'faulty';

/** What the changed result itself measured, where it counts. */
function ownState(asOf: AsOf, target: TargetValues, metric: string, unit: string | undefined): MetricState | undefined {
  const { changed } = asOf;
  const output = changed && ownEntry(changed.outputParameters, metric);
  if (changed?.status !== 'completed' || !output || !countsOf(changed, metric, asOf)) return undefined;
  const value = measuredStateOf(changed, metric, output, target.kind, unit);
  return value && { metric, value, countedTaskId: undefined };
}

const atOf = ({ value }: MetricState): string =>
  value === undefined ? '' : 'faultyAt' in value ? value.faultyAt : value.calibratedAt;

/**
 * The metrics of a target whose current values change when a sample without a result stops counting: its own, where it is
 * the current value.
 */
export async function statesWithoutSample(
  db: Database,
  { chip, now }: Pick<AsOf, 'chip' | 'now'>,
  target: TargetValues,
  { metric, sampleId, at, value, source }: SampleRecord,
): Promise<MetricState[]> {
  const current = ownEntry(target.data, metric);
  const isOwn = current
    ? current.calibratedAt === at && current.value === value && current.source === source
    : ownEntry(target.faulty, metric) === at && value === null;
  if (!isOwn) return [];
  const before = await newestSample(db, { chip, now, withoutSampleId: sampleId }, target, metric, current?.unit);
  return [before ?? { metric, value: undefined, countedTaskId: undefined }];
}

const pageSize = 8;

/** The newest sample that counts: the index (gsi3) says which there are, and the table whether their results count. */
async function newestSample(
  db: Database,
  asOf: AsOf,
  target: TargetValues,
  metric: string,
  unit: string | undefined,
): Promise<MetricState | undefined> {
  const { changed, until, now } = asOf;
  type Found = { sample: SampleRecord; result: TaskResultRecord | undefined };
  let best: Found | undefined;
  let ahead: Found | undefined;
  for await (const { sample, result } of samplesOf(db, asOf, target, metric)) {
    // Within an instant the sort of the index is by name.
    if (best && sample.at < best.sample.at) break;
    const countsSince = sample.gate?.decidedAt ?? sample.recordedAt;
    const withoutResult = isCountedSample(sample) && (until === undefined || countsSince <= until);
    const counts = result ? result.taskId !== changed?.taskId && countsOf(result, metric, asOf) : withoutResult;
    if (!counts) continue;
    if (isFromWrongClock(sample, result, now)) ahead ??= { sample, result };
    else if (!best || isNewer(sample, best.sample)) best = { sample, result };
  }
  const found = best ?? ahead;
  return found && stateOf(target, found.sample, found.result, unit);
}

/** Whether a wrong clock dated a sample: what was dated rightly goes before it (rule TIME-8). */
function isFromWrongClock(
  { at, recordedAt }: SampleRecord,
  result: TaskResultRecord | undefined,
  now: string,
): boolean {
  const writtenAt = result?.updatedAt ?? recordedAt;
  return isAhead(at, writtenAt < now ? writtenAt : now);
}

/** The history of a metric, newest first, without the sample that stops counting; each with the result that it comes from, if any. */
async function* samplesOf(
  db: Database,
  { chip: { projectId, chipId }, until, withoutSampleId }: AsOf,
  target: TargetRef,
  metric: string,
) {
  const ref = { projectId, chipId, metric, target };
  const series = await listSeries(db, projectId, chipId, metric);
  // Nothing is measured after it was written.
  const bounds = until === undefined ? {} : { through: `${until}~` };
  for await (const part of inChunks(walkHistory(db, ref, series, bounds, pageSize), pageSize)) {
    const ids = part.flatMap(({ taskId }) => (taskId === undefined ? [] : [taskId]));
    const results = await readResults(db, projectId, ids);
    for (const sample of part)
      if (sample.sampleId !== withoutSampleId) yield { sample, result: results.get(sample.taskId ?? '') };
  }
}

async function* inChunks<T>(entries: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let part: T[] = [];
  for await (const entry of entries) {
    part.push(entry);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

function stateOf(
  target: TargetValues,
  sample: SampleRecord,
  result: TaskResultRecord | undefined,
  unit: string | undefined,
): MetricState {
  const { metric, at, value, error, source, executionId, taskId, valueType, description } = sample;
  if (value === null) return { metric, value: { faultyAt: at }, countedTaskId: taskId };
  const output = result && ownEntry(result.outputParameters, metric);
  const measured = result && output && measuredStateOf(result, metric, output, target.kind, unit);
  const recorded = { value, error, unit: sample.unit, valueType, description, calibratedAt: at, source };
  return { metric, value: measured ?? { ...recorded, executionId, taskId }, countedTaskId: taskId };
}

/** Writes what changes of a target, or requires that it stays as it was read. `held`: what waits of it, where that changes. */
export function addMetricStates(
  transaction: Transaction,
  target: Stored<TargetRecord>,
  states: readonly MetricState[],
  now: string,
  held?: Record<string, HeldValue>,
): void {
  const key = chipKeys.target(target.projectId, target.chipId, target);
  if (states.length === 0 && !held) {
    transaction.check(key, ifRevision(target.rev), staleRead);
    return;
  }
  const setEntries = states.flatMap(({ metric, value }): [EntryPath, unknown][] => {
    const isFaulty = value !== undefined && 'faultyAt' in value;
    return [
      valueEntry(metric, isFaulty ? undefined : value),
      [['faulty', metric], isFaulty ? value.faultyAt : undefined],
    ];
  });
  const set = { updatedAt: now, ...targetVersion(), ...(held && { held }) };
  transaction.update(key, updateOf({ set, setEntries, add: { rev: 1 } }), ifRevision(target.rev), staleRead);
}

/** The target as it is after its states were written. */
export function withStates<T extends Pick<TargetRecord, 'data' | 'faulty'>>(
  target: T,
  states: readonly MetricState[],
): T {
  const data = { ...target.data };
  const faulty = { ...target.faulty };
  for (const { metric, value } of states) {
    delete data[metric];
    delete faulty[metric];
    if (value && 'faultyAt' in value) faulty[metric] = value.faultyAt;
    else if (value) data[metric] = value;
  }
  return { ...target, data, faulty };
}
