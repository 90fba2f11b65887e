import { isNewer } from '../../domain/metrics/roll-up.ts';
import { ownEntry } from '../../domain/own-entry.ts';
import type { TargetRecord, ValueRecord } from '../../store/chips.ts';
import type { Item, Stored } from '../../store/codec.ts';
import { type Database, ifRevision, queryPage } from '../../store/database.ts';
import { chipKeys, sampleKeys, type TargetRef } from '../../store/keys.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';
import type { Transaction } from '../../store/transaction.ts';
import { moved } from '../cooldowns/moved.ts';
import { measuredValueOf } from '../task-results/target-values.ts';
import { countsIn, readResults, type View } from './counted.ts';

/** A value or faulty mark that a target is to have, and the results that this rests on. */
export interface MetricState {
  metric: string;
  /** Undefined: neither, for nothing that counts was measured. */
  value: ValueRecord | { faultyAt: string } | undefined;
  restsOn: string | undefined;
  /** The result behind the value that stood, where it does not count. */
  gaveWay?: string | undefined;
}

/** A qubit or coupling with values: as they stand, or as a day left them. */
type Valued = Pick<TargetRecord, 'kind' | 'id' | 'data' | 'faulty'>;

/**
 * The metrics of a target whose current values change with a result that is excluded or included: each falls back to the
 * newest that counts, whoever measured it, and nothing newer is ever taken away. Where no result is said to change, the
 * history is looked at for every metric.
 */
export async function metricStates(
  db: Database,
  view: View,
  target: Valued,
  metrics: readonly string[],
): Promise<MetricState[]> {
  const standing = metrics.map((metric) => ownEntry(target.data, metric)?.taskId);
  const others = standing.filter((taskId) => taskId !== undefined && taskId !== view.changed?.taskId) as string[];
  const results = await readResults(db, view.chip.projectId, others);
  const states = await Promise.all(metrics.map((metric) => metricState(db, view, target, metric, results)));
  return states.filter((state) => state !== undefined);
}

async function metricState(
  db: Database,
  view: View,
  target: Valued,
  metric: string,
  results: ReadonlyMap<string, TaskResultRecord>,
): Promise<MetricState | undefined> {
  const { changed } = view;
  const value = ownEntry(target.data, metric);
  const since = value?.calibratedAt ?? ownEntry(target.faulty, metric);
  const from = value?.taskId === changed?.taskId ? changed : results.get(value?.taskId ?? '');
  const stands = since !== undefined && (from === undefined || countsIn(from, view));
  const own = ownState(view, target, metric, value?.unit);
  if (stands && changed) return own && since < atOf(own) ? own : undefined;
  const before = await newestSample(db, view, target, metric, value?.unit);
  if (stands) return before && since < atOf(before) ? before : undefined;
  if (!own && !before && since === undefined) return undefined;
  const none = { metric, value: undefined, restsOn: undefined };
  const next = own && (!before || atOf(before) < atOf(own)) ? own : (before ?? none);
  return { ...next, gaveWay: from?.taskId };
}

/** What the changed result itself measured, where it counts. */
function ownState(view: View, target: Valued, metric: string, unit: string | undefined): MetricState | undefined {
  const { changed } = view;
  const output = changed && ownEntry(changed.outputParameters, metric);
  if (changed?.status !== 'completed' || !output || !countsIn(changed, view)) return undefined;
  const value = measuredValueOf(changed, metric, output, target.kind, unit);
  return value && { metric, value, restsOn: undefined };
}

const atOf = ({ value }: MetricState): string =>
  value === undefined ? '' : 'faultyAt' in value ? value.faultyAt : value.calibratedAt;

const pageSize = 8;

/** The newest sample that counts: the index (gsi3) says which there are, and the table whether their results count. */
async function newestSample(
  db: Database,
  view: View,
  target: Valued,
  metric: string,
  unit: string | undefined,
): Promise<MetricState | undefined> {
  const { changed, until } = view;
  let best: { sample: SampleRecord; result: TaskResultRecord | undefined } | undefined;
  for await (const { sample, result } of samplesOf(db, view, target, metric)) {
    // Within an instant the sort of the index is by name.
    if (best && sample.at < best.sample.at) break;
    const byPerson = !sample.excluded && (until === undefined || sample.recordedAt <= until);
    const counts = result ? result.taskId !== changed?.taskId && countsIn(result, view) : byPerson;
    if (counts && (!best || isNewer(sample, best.sample))) best = { sample, result };
  }
  return best && stateOf(target, best.sample, best.result, unit);
}

/** The history of a metric, newest first, each sample with the result that it comes from, if any. */
async function* samplesOf(
  db: Database,
  { chip: { projectId, chipId }, until }: View,
  target: TargetRef,
  metric: string,
) {
  const range = {
    index: 'gsi3' as const,
    pk: sampleKeys.ofTarget(projectId, chipId, metric, target),
    descending: true,
    // Nothing is measured after it was written.
    ...(until === undefined ? {} : { through: `${until}~` }),
  };
  let startKey: Item | undefined;
  do {
    const page = await queryPage(db, range, { limit: pageSize, ...(startKey ? { startKey } : {}) });
    const samples = page.items.map((item) => sampleEntity.decode(item));
    const ids = samples.flatMap(({ taskId }) => (taskId === undefined ? [] : [taskId]));
    const results = await readResults(db, projectId, ids);
    for (const sample of samples) yield { sample, result: results.get(sample.taskId ?? '') };
    startKey = page.lastKey;
  } while (startKey);
}

function stateOf(
  target: Valued,
  sample: SampleRecord,
  result: TaskResultRecord | undefined,
  unit: string | undefined,
): MetricState {
  const { metric, at, value, error, source, executionId, taskId, valueType, description } = sample;
  if (value === null) return { metric, value: { faultyAt: at }, restsOn: taskId };
  const output = result && ownEntry(result.outputParameters, metric);
  const measured = result && output && measuredValueOf(result, metric, output, target.kind, unit);
  const kept = { value, error, unit: sample.unit, valueType, description, calibratedAt: at, source };
  return { metric, value: measured ?? { ...kept, executionId, taskId }, restsOn: taskId };
}

/** Writes what changes of a target, or requires that it stays as it was read. */
export function addMetricStates(
  transaction: Transaction,
  target: Stored<TargetRecord>,
  states: readonly MetricState[],
  now: string,
): void {
  const key = chipKeys.target(target.projectId, target.chipId, target);
  if (states.length === 0) {
    transaction.check(key, ifRevision(target.rev), moved);
    return;
  }
  const names: Record<string, string> = { '#rev': 'rev' };
  const values: Item = { ':now': now, ':one': 1 };
  const sets = ['updatedAt = :now'];
  const removes: string[] = [];
  for (const [n, { metric, value }] of states.entries()) {
    names[`#${n}`] = metric;
    const isValue = value !== undefined && !('faultyAt' in value);
    if (value === undefined) removes.push(...place(names, 'data', n), ...place(names, 'faulty', n));
    else {
      values[`:${n}`] = isValue ? value : value.faultyAt;
      sets.push(`${place(names, isValue ? 'data' : 'faulty', n)} = :${n}`);
      removes.push(...place(names, isValue ? 'faulty' : 'data', n));
    }
  }
  const expression = `SET ${sets.join(', ')}${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''} ADD #rev :one`;
  transaction.update(key, { expression, names, values }, ifRevision(target.rev), moved);
}

function place(names: Record<string, string>, map: 'data' | 'faulty', n: number): [string] {
  names[`#${map}`] = map;
  return [`#${map}.#${n}`];
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
