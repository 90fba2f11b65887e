import type { TargetRecord } from '../../../chips/store/chips.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { isOpen } from '../../../runs/rules/statuses.ts';
import type { OutputParameter } from '../../../runs/rules/task-outcome.ts';
import { type LeftOut, whyLeftOut } from './target-values.ts';

/** The outcome of a value that a task reported (rule TASK-16), and, if its target does not have it, why: a sentence. */
export type ValueState = { state: 'current'; reason: undefined } | LeftOut;

/**
 * The states of the values of a result that has ended, by metric.
 * @param target with its present values; undefined if it is gone, or the result has none.
 */
export function valueStatesOf(
  result: TaskResultRecord,
  target: Pick<TargetRecord, 'data' | 'faulty'> | undefined,
): Record<string, ValueState> {
  if (isOpen(result.status)) return {};
  const states = Object.entries(result.outputParameters).map(([metric, output]): [string, ValueState] => [
    metric,
    stateOf(result, metric, output, target),
  ]);
  return Object.fromEntries(states);
}

function stateOf(
  result: TaskResultRecord,
  metric: string,
  output: OutputParameter,
  target: Pick<TargetRecord, 'data' | 'faulty'> | undefined,
): ValueState {
  const ref = targetOf(result);
  if (!ref) return kept(`'${metric}': a ${result.taskType} task has no qubit or coupling that gets its values`);
  const left = whyLeftOut(result, metric, output, ref);
  if (left && left.state !== 'faulty') return left;
  const of = `'${metric}' of ${ref.kind} '${ref.id}'`;
  if (result.trial) return kept(`${of}: the task is a trial, which changes no value`);
  if (result.excluded) return kept(`${of}: the result is excluded`);
  if (!target) return kept(`${of}: the chip does not have the ${ref.kind} any more`);
  const current = ownEntry(target.data, metric);
  const faultyAt = ownEntry(target.faulty, metric);
  if (left && faultyAt === result.endAt) return left;
  if (!left && current?.taskId === result.taskId) return { state: 'current', reason: undefined };
  return kept(`${of}: what was measured at ${current?.calibratedAt ?? faultyAt ?? 'another time'} is newer`);
}

const kept = (reason: string): LeftOut => ({ state: 'kept', reason });
