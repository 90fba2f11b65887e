import { plannedTasks, planSteps } from '../../../domain/runs/enumerate-plan.ts';
import type { RunPlan } from '../../../domain/runs/plan.ts';
import { StageFailures } from '../../../domain/runs/stage-failures.ts';
import { RunFailed } from '../../../orchestration/errors.ts';
import { batchGetItems, type Database } from '../../../store/dynamodb/database.ts';
import { taskKeys } from '../../../store/keys.ts';
import { taskResultEntity } from '../../../store/task-results/task-results.ts';

/** The stage has ended. @throws RunFailed when the flow says that such a stage ends the run. */
export function endStage(failures: StageFailures, plan: RunPlan): void {
  const reason = failures.reasonToStop(plan);
  if (reason !== undefined) throw new RunFailed(reason);
}

/**
 * The failures that earlier slices have seen in the stage of the task before `cursor`: the last result of each of its
 * targets tells, since tasks after a failed one are skipped.
 */
export async function readFailures(
  db: Database,
  projectId: string,
  { plan, flowRunId, cursor }: { plan: RunPlan; flowRunId: string; cursor: number },
): Promise<StageFailures> {
  const steps = planSteps(plan);
  const reached = steps.findLast(({ from }) => from < cursor);
  const failures = new StageFailures(reached?.stage ?? steps[0]?.stage ?? 0);
  if (!reached) return failures;
  const first = steps.find(({ stage }) => stage === reached.stage)?.from ?? 0;
  const done = plannedTasks(plan, flowRunId, first, cursor);
  const followed = new Set(done.map(({ upstreamId }) => upstreamId));
  const last = done.filter(({ taskId }) => !followed.has(taskId));
  const items = await batchGetItems(
    db,
    last.map(({ taskId }) => taskKeys.result(projectId, taskId)),
  );
  for (const [n, planned] of last.entries()) {
    const item = items[n];
    if (!item) continue;
    const { status, message } = taskResultEntity.decode(item);
    failures.add(planned, status, message);
  }
  return failures;
}
