import { plannedTasks, planSteps, targetKind } from './enumerate-plan.ts';
import type { PlannedTask, RunPlan, StageFilter } from './plan.ts';
import type { TaskStatus } from './statuses.ts';
import { findTask } from './task-catalogue.ts';

/** What is known of the result of a task. */
export interface FilteredResult {
  status: TaskStatus;
  /** Values by the name of the output. */
  outputs: Readonly<Record<string, { value: number }>>;
}

/**
 * The tasks whose results a filter judges, one for each qubit of its stage: the last one, since the tasks after a failed
 * one are skipped, or the last one that measures the metric.
 */
export function judgedTasks(plan: RunPlan, flowRunId: string, { stage, metric }: StageFilter): PlannedTask[] {
  const step = planSteps(plan).findLast(
    (one) =>
      one.stage === stage &&
      targetKind(one.task) === 'qubit' &&
      (metric === undefined || measuresMetric(one.task.name, metric)),
  );
  return step ? plannedTasks(plan, flowRunId, step.from, step.to) : [];
}

/** Whether a standard task measures the metric of its own target. */
export const measuresMetric = (taskName: string, metric: string): boolean =>
  findTask(taskName)?.outputs.some(({ name, of }) => name === metric && of === undefined) ?? false;

/** Why a qubit does not pass a filter; undefined if it does. */
export function reasonToLeaveOut(
  { metric, atLeast }: StageFilter,
  { task, target }: PlannedTask,
  result: FilteredResult | undefined,
): string | undefined {
  if (metric === undefined || atLeast === undefined)
    return result?.status === 'completed' ? undefined : `FilterByStatus: ${task.name} did not complete on ${target}`;
  const output = result?.status === 'completed' ? result.outputs[metric] : undefined;
  if (output === undefined) return `FilterByMetric: '${metric}' was not measured on ${target}`;
  if (output.value >= atLeast) return undefined;
  return `FilterByMetric: '${metric}' of ${target} is ${Number(output.value.toPrecision(6))}, below ${atLeast}`;
}
