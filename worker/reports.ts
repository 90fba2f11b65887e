import type { PlannedTask, RunParameter, RunPlan } from '#shared/runs/rules/plan.ts';
import type { Artifact, OutputParameter, TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import type { TaskReport } from './client/api.ts';
import type { WorkerFile } from './client/uploads.ts';

/** What a worker says of the tasks of a plan, as it goes over the wire (docs/worker-protocol.md#results). */

type TaskName = Pick<TaskReport, 'task' | 'task_type' | 'qid' | 'stage' | 'attempt'>;
type TaskHead = TaskName & Pick<TaskReport, 'persist'>;

/** What names a task: the service makes the same id of it as a plan does. */
function nameOf(plan: RunPlan, { task, target, stage, step }: PlannedTask): TaskName {
  const before = (plan.stages[stage]?.tasks ?? []).slice(0, step);
  const attempt = before.filter(({ name }) => name === task.name).length;
  return { task: task.name, task_type: task.type, qid: target, stage, attempt };
}

/** The same, and whether its values are to be accepted first. */
const headOf = (plan: RunPlan, planned: PlannedTask): TaskHead => ({
  ...nameOf(plan, planned),
  ...(planned.task.persist === false ? { persist: false } : {}),
});

/** A task that has begun. */
export const runningReport = (plan: RunPlan, planned: PlannedTask, startAt: string): TaskReport => ({
  ...headOf(plan, planned),
  status: 'running',
  start_at: startAt,
});

/** A task that is not run. */
export const skippedReport = (plan: RunPlan, planned: PlannedTask, message: string, at: string): TaskReport => ({
  ...nameOf(plan, planned),
  status: 'skipped',
  message,
  start_at: at,
  end_at: at,
});

/** What came of a task; `pathOf` knows where its files are. */
export function endedReport(
  plan: RunPlan,
  planned: PlannedTask,
  outcome: TaskOutcome,
  pathOf: ReadonlyMap<Artifact, string>,
): TaskReport {
  const { status, message, r2, startAt, endAt, figures, rawData } = outcome;
  const pathsOf = (files: readonly Artifact[]) => files.flatMap((file) => pathOf.get(file) ?? []);
  return {
    ...headOf(plan, planned),
    status,
    message,
    input_parameters: wireValues(outcome.inputParameters),
    run_parameters: wireParameters(outcome.runParameters),
    output_parameters: wireValues(outcome.outputParameters),
    ...(r2 === undefined ? {} : { r2 }),
    start_at: startAt,
    end_at: endAt,
    figures: pathsOf(figures),
    raw_data: pathsOf(rawData),
  };
}

/** The files of a task, each as it is to be uploaded. */
export function filesOf(
  plan: RunPlan,
  planned: PlannedTask,
  { figures, rawData }: TaskOutcome,
): { artifact: Artifact; file: WorkerFile }[] {
  const fileOf = (kind: WorkerFile['kind']) => (artifact: Artifact) => {
    const { name, contentType, body } = artifact;
    return { artifact, file: { ...nameOf(plan, planned), name, kind, content_type: contentType, body } };
  };
  return [...figures.map(fileOf('figure')), ...rawData.map(fileOf('raw'))];
}

const wireValues = (values: Record<string, OutputParameter>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, { value, error, unit, valueType, description }]) => [
      name,
      { value, error, unit, value_type: valueType, description },
    ]),
  );

const wireParameters = (parameters: Record<string, RunParameter>): NonNullable<TaskReport['run_parameters']> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { value, valueType, unit, description }]) => [
      name,
      // Run parameters come from JSON and from the catalogue, which has nothing else.
      { value: value as null, value_type: valueType, unit, description },
    ]),
  );
