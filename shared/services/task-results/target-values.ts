import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { fitManualValue } from '../../domain/metrics/manual-value.ts';
import { ownEntry } from '../../domain/own-entry.ts';
import type { OutputParameter } from '../../domain/runs/task-outcome.ts';
import { invalid } from '../../errors.ts';
import type { TargetRecord, ValueRecord } from '../../store/chips.ts';
import type { Item, Stored } from '../../store/codec.ts';
import { ifRevision } from '../../store/database.ts';
import { chipKeys } from '../../store/keys.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';
import type { Transaction } from '../../store/transaction.ts';
import { Moved } from './errors.ts';

/**
 * The values of a qubit or coupling that completed results renew: those measured later than what stands, in the unit of
 * what stands, else of the catalogue. A value that the metric cannot have stays in its task result alone.
 */
export function renewedValues(target: TargetRecord, results: readonly TaskResultRecord[]): Map<string, ValueRecord> {
  const renewed = new Map<string, ValueRecord>();
  for (const result of results) {
    for (const [metric, output] of Object.entries(result.outputParameters)) {
      const standing = ownEntry(target.data, metric);
      const since = latest(standing?.calibratedAt, ownEntry(target.faulty, metric), renewed.get(metric)?.calibratedAt);
      const calibratedAt = result.endAt ?? '';
      if (since !== undefined && calibratedAt <= since) continue;
      const value = measuredValueOf(result, metric, output, target.kind, standing?.unit);
      if (value) renewed.set(metric, value);
    }
  }
  return renewed;
}

/** A measured value as its target keeps it; undefined for one that the metric cannot have. */
export function measuredValueOf(
  { endAt = '', executionId, taskId }: TaskResultRecord,
  metric: string,
  output: OutputParameter,
  kind: TargetRecord['kind'],
  unit: string | undefined,
): ValueRecord | undefined {
  const fitted = fitManualValue(describeMetric(metric, kind), output, unit);
  if ('problem' in fitted) return undefined;
  const { valueType, description } = output;
  return { ...fitted, valueType, description, calibratedAt: endAt, source: 'task', executionId, taskId };
}

/** Whether a result gives its target a value at all, however old: what failed does not, nor what no metric can have. */
export const givesValue = (result: TaskResultRecord, kind: TargetRecord['kind']): boolean =>
  result.status === 'completed' &&
  Object.entries(result.outputParameters).some(
    ([metric, output]) => measuredValueOf(result, metric, output, kind, undefined) !== undefined,
  );

const latest = (...instants: (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .sort()
    .at(-1);

/** Most bytes of a target's values as JSON: with them its item stays below the 400 KB of one. */
const roomBytes = 380_000;

/** A target that has too many values keeps those that it has. @throws Refusal `invalid` for one more. */
function requireRoom(target: TargetRecord, renewed: ReadonlyMap<string, ValueRecord>): void {
  if ([...renewed.keys()].every((metric) => ownEntry(target.data, metric) !== undefined)) return;
  const data = { ...target.data, ...Object.fromEntries(renewed) };
  if (Buffer.byteLength(JSON.stringify(data)) <= roomBytes) return;
  const { kind, id, chipId } = target;
  const count = Object.keys(data).length;
  throw invalid(`The ${kind} '${id}' of chip '${chipId}' has no room for ${count} metrics: use fewer names`);
}

/**
 * Writes renewed values into their target, with the cool-down that they were measured in, and nothing else of it.
 * @throws Refusal `invalid` when the target has no room for them.
 */
export function addTargetValues(
  transaction: Transaction,
  target: Stored<TargetRecord>,
  renewed: ReadonlyMap<string, ValueRecord>,
  { now, cooldownId }: { now: string; cooldownId: string | undefined },
): void {
  if (renewed.size === 0) return;
  requireRoom(target, renewed);
  const names: Record<string, string> = { '#d': 'data', '#r': 'rev', '#s': 'status' };
  const values: Item = { ':now': now, ':one': 1, ':done': 'completed' };
  const sets = ['updatedAt = :now', '#s = :done'];
  const removes: string[] = [];
  if (cooldownId === undefined) removes.push('cooldownId');
  else {
    values[':cooldown'] = cooldownId;
    sets.push('cooldownId = :cooldown');
  }
  for (const [n, [metric, value]] of [...renewed].entries()) {
    names[`#${n}`] = metric;
    values[`:${n}`] = value;
    sets.push(`#d.#${n} = :${n}`);
    if (ownEntry(target.faulty, metric) !== undefined) removes.push(`#f.#${n}`);
  }
  if (removes.some((path) => path.startsWith('#f'))) names['#f'] = 'faulty';
  const removal = removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : '';
  transaction.update(
    chipKeys.target(target.projectId, target.chipId, target),
    { expression: `SET ${sets.join(', ')}${removal} ADD #r :one`, names, values },
    ifRevision(target.rev),
    () => new Moved(`${target.kind} '${target.id}' was written meanwhile`),
  );
}
