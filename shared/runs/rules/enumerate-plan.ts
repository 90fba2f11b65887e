import type { PlannedTask, PlanStage, RunPlan, StageTask } from './plan.ts';
import { taskIdOf } from './task-id.ts';

/**
 * The tasks of a plan in the order in which a run takes them: stage, step, target. A position in this order (`cursor`)
 * is all that a slice needs to go on where the one before ended (docs/design/runs-and-workers.md#managed-runs).
 */

/** A task of a stage with the positions that it takes in the run. */
export interface PlanStep {
  stage: number;
  /** Position of the task in its stage. */
  step: number;
  task: StageTask;
  /** Its targets in order; one empty text for global and system tasks. */
  targets: readonly string[];
  /** Position of its first target in the whole run. */
  from: number;
  /** Position after its last target. */
  to: number;
}

/** Every step of the plan that has a target, in order. */
export function planSteps(plan: RunPlan): PlanStep[] {
  let from = 0;
  const steps = plan.stages.flatMap((stage, stageIndex) =>
    stage.tasks.map((task, step): PlanStep => {
      const targets = targetsOf(stage, task);
      const first = from;
      from += targets.length;
      return { stage: stageIndex, step, task, targets, from: first, to: from };
    }),
  );
  return steps.filter(({ targets }) => targets.length > 0);
}

export const countTasks = (plan: RunPlan): number => planSteps(plan).at(-1)?.to ?? 0;

/** The tasks at the positions `from` (inclusive) to `to` (exclusive), at most those that exist. */
export function plannedTasks(plan: RunPlan, flowRunId: string, from: number, to: number): PlannedTask[] {
  return planSteps(plan)
    .filter((step) => step.to > from && step.from < to)
    .flatMap((step) => {
      const first = Math.max(from, step.from);
      const targets = step.targets.slice(first - step.from, to - step.from);
      return targets.map((target, i) => plannedTask(plan, flowRunId, step, target, first + i));
    });
}

function plannedTask(plan: RunPlan, flowRunId: string, at: PlanStep, target: string, index: number): PlannedTask {
  const { stage, step, task } = at;
  const before = (plan.stages[stage]?.tasks ?? []).slice(0, step);
  const upstream = before.findLastIndex((other) => targetKind(other) === targetKind(task));
  return {
    index,
    taskId: idOf(flowRunId, stage, before, task, target),
    stage,
    step,
    attempt: attemptOf(before, task),
    task,
    target,
    upstreamId: upstream < 0 ? '' : idOf(flowRunId, stage, before.slice(0, upstream), before[upstream] ?? task, target),
  };
}

/** Id of a task that follows `before` in its stage: a repeated task is another attempt. */
function idOf(flowRunId: string, stage: number, before: readonly StageTask[], task: StageTask, target: string): string {
  return taskIdOf({ flowRunId, stage, task: task.name, target, attempt: attemptOf(before, task) });
}

const attemptOf = (before: readonly StageTask[], task: StageTask): number =>
  before.filter(({ name }) => name === task.name).length;

/** What a task of a stage runs on; tasks of the same kind have the same targets. */
export const targetKind = ({ type }: StageTask): 'qubit' | 'coupling' | 'none' =>
  type === 'qubit' || type === 'coupling' ? type : 'none';

function targetsOf(stage: PlanStage, task: StageTask): readonly string[] {
  const kind = targetKind(task);
  if (kind === 'qubit') return stage.qids;
  return kind === 'coupling' ? stage.couplingIds : [''];
}
