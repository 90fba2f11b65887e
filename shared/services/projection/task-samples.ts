import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { fitManualValue } from '../../domain/metrics/manual-value.ts';
import type { Stored } from '../../store/codec.ts';
import type { SampleRecord } from '../../store/samples.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results.ts';

/**
 * The samples of a task result: one for each parameter that a completed task measured on a qubit or coupling, at the end
 * of the task, in the unit of the catalogue, under the cool-down that the result is stamped with. A value that the metric
 * cannot have is none, nor is that of a trial. They follow from the result alone, at its revision: whoever makes them makes the same.
 */
export function samplesOf(result: Stored<TaskResultRecord>): Stored<SampleRecord>[] {
  const target = targetOf(result);
  const { endAt } = result;
  if (result.status !== 'completed' || result.trial || target === undefined || endAt === undefined) return [];
  return Object.entries(result.outputParameters).flatMap(([metric, output]) => {
    const fitted = fitManualValue(describeMetric(metric, target.kind), output);
    if ('problem' in fitted) return [];
    return {
      projectId: result.projectId,
      chipId: result.chipId,
      metric,
      target,
      at: endAt,
      sampleId: `t-${result.taskId}`,
      ...fitted,
      source: 'task' as const,
      executionId: result.executionId,
      taskId: result.taskId,
      cooldownId: result.cooldownId,
      recordedAt: endAt,
      recordedBy: result.username,
      ...(result.excluded ? { excluded: true, excludedReason: result.excludedReason } : {}),
      rev: result.rev,
    };
  });
}
