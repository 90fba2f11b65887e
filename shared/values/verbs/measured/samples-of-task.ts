import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { markOf } from '../../rules/gate-mark.ts';
import type { TaskSamplesRecord } from '../../store/task-samples.ts';
import { fittedOutput } from './target-values.ts';

/**
 * The samples of a task result: one for each parameter that a completed task measured on a qubit or coupling, at the
 * end of the task, in the unit of the catalogue, under the cool-down that the result is stamped with. Impossible values
 * and those of trials are left out. They follow from the result alone, so that every process makes the same ones.
 */
export function taskSamplesOf(result: TaskResultRecord): TaskSamplesRecord | undefined {
  const target = targetOf(result);
  const { endAt } = result;
  if (result.status !== 'completed' || result.trial || target === undefined || endAt === undefined) return undefined;
  const values = Object.entries(result.outputParameters).flatMap(([metric, output]): [string, SampledValue][] => {
    const gate = markOf(result.gateMarks, metric);
    if (gate?.state === 'faulty') return [[metric, { value: null, unit: '', gate }]];
    const fitted = fittedOutput(result, metric, output, target.kind);
    return 'problem' in fitted ? [] : [[metric, gate ? { ...fitted, gate } : fitted]];
  });
  if (values.length === 0) return undefined;
  return {
    projectId: result.projectId,
    chipId: result.chipId,
    task: result.name,
    target,
    at: endAt,
    taskId: result.taskId,
    executionId: result.executionId,
    cooldownId: result.cooldownId,
    recordedBy: result.username,
    ...(result.simulated ? { simulated: true as const } : {}),
    values: Object.fromEntries(values),
    ...(result.excluded ? { excluded: true, excludedReason: result.excludedReason } : {}),
  };
}

type SampledValue = TaskSamplesRecord['values'][string];
