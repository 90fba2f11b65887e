import { describeMetric } from '../../../domain/metrics/catalogue.ts';
import { fitManualValue } from '../../../domain/metrics/manual-value.ts';
import { ownEntry } from '../../../domain/own-entry.ts';
import type { OutputParameter } from '../../../domain/runs/task-outcome.ts';
import { invalid } from '../../../errors.ts';
import type { TargetRecord, ValueRecord } from '../../../store/chips/chips.ts';
import { taskSource } from '../../../store/metrics/task-samples.ts';
import type { TaskResultRecord } from '../../../store/task-results/task-results.ts';

/**
 * The values of a qubit or coupling that completed results renew: those measured later than what stands, in the unit of
 * what stands, else of the catalogue. A value that the metric cannot have stays in its task result alone.
 */
export function updatedValues(target: TargetRecord, results: readonly TaskResultRecord[]): Map<string, ValueRecord> {
  const renewed = new Map<string, ValueRecord>();
  for (const result of results) {
    for (const [metric, output] of Object.entries(result.outputParameters)) {
      const existing = ownEntry(target.data, metric);
      const since = latest(existing?.calibratedAt, ownEntry(target.faulty, metric), renewed.get(metric)?.calibratedAt);
      const calibratedAt = result.endAt ?? '';
      if (since !== undefined && calibratedAt <= since) continue;
      const value = measuredValueOf(result, metric, output, target.kind, existing?.unit);
      if (value) renewed.set(metric, value);
    }
  }
  return renewed;
}

/** A measured value as its target keeps it; undefined for one that the metric cannot have. */
export function measuredValueOf(
  { endAt = '', executionId, taskId, simulated }: TaskResultRecord,
  metric: string,
  output: OutputParameter,
  kind: TargetRecord['kind'],
  unit: string | undefined,
): ValueRecord | undefined {
  const fitted = fitManualValue(describeMetric(metric, kind), output, unit);
  if ('problem' in fitted) return undefined;
  // A float is the usual, and left out: these are written with every task.
  const valueType = output.valueType === 'float' ? undefined : output.valueType;
  const { description } = output;
  return {
    ...fitted,
    valueType,
    description,
    calibratedAt: endAt,
    source: taskSource({ simulated }),
    executionId,
    taskId,
  };
}

/** Whether a result gives its target a value at all, however old: what failed does not, nor what no metric can have. */
export const producesValue = (result: TaskResultRecord, kind: TargetRecord['kind']): boolean =>
  result.status === 'completed' &&
  Object.entries(result.outputParameters).some(
    ([metric, output]) => measuredValueOf(result, metric, output, kind, undefined) !== undefined,
  );

const latest = (...instants: (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .sort()
    .at(-1);

/**
 * Most bytes of a target's values as JSON: a page of fifty targets is one answer, and with whatever is noted of it the
 * item of one stays far below the 400 KB that it may have. Those of earlier versions may have more.
 */
export const valuesLimitBytes = 100_000;

/** A target that has too many values keeps those that it has. @throws ServiceError `invalid` for one more. */
export function requireSizeLimit(target: TargetRecord, renewed: ReadonlyMap<string, ValueRecord>): void {
  if ([...renewed.keys()].every((metric) => ownEntry(target.data, metric) !== undefined)) return;
  const data = { ...target.data, ...Object.fromEntries(renewed) };
  if (Buffer.byteLength(JSON.stringify(data)) <= valuesLimitBytes) return;
  const { kind, id, chipId } = target;
  const count = Object.keys(data).length;
  throw invalid(`The ${kind} '${id}' of chip '${chipId}' cannot hold ${count} metrics: use fewer names`);
}
