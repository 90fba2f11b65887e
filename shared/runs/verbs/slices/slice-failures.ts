import { batchGetItems, type Database } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { taskResultEntity } from '../../../results/store/task-results.ts';
import { RunFailed } from '../../orchestration/errors.ts';
import { plannedTasks, planSteps } from '../../rules/enumerate-plan.ts';
import type { RunPlan } from '../../rules/plan.ts';
import { StageFailures } from '../../rules/stage-failures.ts';
import { judgedTasks, reasonToLeaveOut } from '../../rules/stage-filters.ts';

/** The stage has ended. @throws RunFailed when the flow says that such a stage ends the run. */
export function endStage(failures: StageFailures, plan: RunPlan): void {
  const reason = failures.reasonToStop(plan);
  if (reason !== undefined) throw new RunFailed(reason);
}

/** A stage that begins, without the qubits that its filters leave out by the results of earlier stages. */
export async function newStage(
  db: Database,
  projectId: string,
  { plan, flowRunId, stage }: { plan: RunPlan; flowRunId: string; stage: number },
): Promise<StageFailures> {
  const failures = new StageFailures(stage);
  for (const filter of plan.stages[stage]?.filters ?? []) {
    const judged = judgedTasks(plan, flowRunId, filter);
    const items = await batchGetItems(
      db,
      judged.map(({ taskId }) => taskKeys.result(projectId, taskId)),
    );
    for (const [n, planned] of judged.entries()) {
      const item = items[n];
      const found = item && taskResultEntity.decode(item);
      const reason = reasonToLeaveOut(
        filter,
        planned,
        found && { status: found.status, outputs: found.outputParameters },
      );
      if (reason !== undefined) failures.leaveOut(planned.target, reason);
    }
  }
  return failures;
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
  const failures = await newStage(db, projectId, { plan, flowRunId, stage: reached?.stage ?? steps[0]?.stage ?? 0 });
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
