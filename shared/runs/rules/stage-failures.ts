import { splitCouplingId } from '../../chips/rules/coupling-id.ts';
import { targetKind } from './enumerate-plan.ts';
import type { PlannedTask, RunPlan } from './plan.ts';
import type { TaskStatus } from './statuses.ts';

/** The targets of one stage whose task has failed: the rest of their tasks in the stage is skipped (rule TASK-8). */
export class StageFailures {
  readonly stage: number;
  /** Why the rest is skipped, by target. */
  readonly #reasons = new Map<string, string>();
  /** Why a qubit is left out of the stage by a filter. */
  readonly #leftOut = new Map<string, string>();

  constructor(stage: number) {
    this.stage = stage;
  }

  /** Why a task is not to be run; undefined when it is. */
  reasonToSkip(planned: PlannedTask): string | undefined {
    const leftOut = this.#reasonToLeaveOut(planned);
    return leftOut === undefined ? this.#reasons.get(targetName(planned)) : `Left out by ${leftOut}`;
  }

  /** Leaves a qubit and its couplings out of the stage; the first reason stays. */
  leaveOut(qid: string, reason: string): void {
    if (!this.#leftOut.has(qid)) this.#leftOut.set(qid, reason);
  }

  #reasonToLeaveOut({ task, target }: PlannedTask): string | undefined {
    if (this.#leftOut.size === 0) return undefined;
    const kind = targetKind(task);
    if (kind === 'qubit') return this.#leftOut.get(target);
    const left =
      kind === 'coupling'
        ? splitCouplingId(target)
            .flat()
            .find((qid) => this.#leftOut.has(qid))
        : undefined;
    return left === undefined ? undefined : this.#leftOut.get(left);
  }

  /** Remembers the outcome of a task, by the status and message of its result. */
  add(planned: PlannedTask, status: TaskStatus, message: string): void {
    const { task, target } = planned;
    if (this.#reasonToLeaveOut(planned) !== undefined) return;
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
