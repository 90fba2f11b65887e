import { plannedTasks, planSteps, targetKind } from '../../domain/runs/enumerate-plan.ts';
import type { PlannedTask, RunPlan } from '../../domain/runs/plan.ts';
import type { TaskStatus } from '../../domain/runs/statuses.ts';
import { batchGetItems, type Database } from '../../store/database.ts';
import { taskKeys } from '../../store/keys.ts';
import { taskResultEntity } from '../../store/task-results.ts';
import { RunFailed } from './errors.ts';

/** The targets of one stage whose task has failed: the rest of their tasks in the stage is skipped (design 5). */
export class StageFailures {
  readonly stage: number;
  /** Why the rest is skipped, by target. */
  readonly #reasons = new Map<string, string>();

  constructor(stage: number) {
    this.stage = stage;
  }

  /** Why a task is not to be run; undefined when it is. */
  reasonToSkip(planned: PlannedTask): string | undefined {
    return this.#reasons.get(targetName(planned));
  }

  /** Remembers what came of a task, by the status and message of its result. */
  add(planned: PlannedTask, status: TaskStatus, message: string): void {
    const { task, target } = planned;
    if (status === 'failed')
      this.#reasons.set(targetName(planned), `Skipped because ${task.name} failed${target && ` on ${target}`}`);
    // A result that was skipped names the failed task in its message.
    if (status === 'skipped') this.#reasons.set(targetName(planned), message);
  }

  /** @throws RunFailed when the flow says that such a stage ends the run. */
  endStage(plan: RunPlan): void {
    const stage = plan.stages[this.stage];
    if (stage?.onFailure !== 'stop' || this.#reasons.size === 0) return;
    const targets = this.#reasons.size === 1 ? 'one target' : `${this.#reasons.size} targets`;
    throw new RunFailed(`Stage '${stage.name}' stops the run: it failed on ${targets}`);
  }
}

/** Tasks without a target of their own follow each other too. */
const targetName = ({ task, target }: PlannedTask): string => `${targetKind(task)} ${target}`;

/**
 * What the slices before this one have seen fail in the stage of the task before `cursor`: the last result of each of
 * its targets tells, since what follows a failed task is skipped.
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
