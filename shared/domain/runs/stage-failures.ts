import { targetKind } from './enumerate-plan.ts';
import type { PlannedTask, RunPlan } from './plan.ts';
import type { TaskStatus } from './statuses.ts';

/** The targets of one stage whose task has failed: the rest of their tasks in the stage is skipped (rule TASK-8). */
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

  /** Remembers the outcome of a task, by the status and message of its result. */
  add(planned: PlannedTask, status: TaskStatus, message: string): void {
    const { task, target } = planned;
    if (status === 'failed')
      this.#reasons.set(targetName(planned), `Skipped because ${task.name} failed${target && ` on ${target}`}`);
    // A result that was skipped names the failed task in its message.
    if (status === 'skipped') this.#reasons.set(targetName(planned), message);
  }

  /** Why the run ends with this stage, where the flow says that a stage with a failed task ends it. */
  reasonToStop(plan: RunPlan): string | undefined {
    const stage = plan.stages[this.stage];
    if (stage?.onFailure !== 'stop' || this.#reasons.size === 0) return undefined;
    const targets = this.#reasons.size === 1 ? 'one target' : `${this.#reasons.size} targets`;
    return `Stage '${stage.name}' stops the run: it failed on ${targets}`;
  }
}

/** Tasks without a target of their own follow each other too. */
const targetName = ({ task, target }: PlannedTask): string => `${targetKind(task)} ${target}`;
