import { plannedTasks } from '../../runs/rules/enumerate-plan.ts';
import type { PlannedTask, PlanStage, RunPlan, StageTask } from '../../runs/rules/plan.ts';

/** The tasks of a run by their ids, in the order of the run. */
export function tasksOfPlan(plan: RunPlan, flowRunId: string, chosen: ReadonlySet<string>): PlannedTask[] {
  return plannedTasks(plan, flowRunId, 0, Number.POSITIVE_INFINITY).filter(({ taskId }) => chosen.has(taskId));
}

/**
 * The plan of a run that repeats chosen tasks of another: each task on exactly those of its targets, in the original
 * order (rule RUN-18). A task that fails again does not stop the others.
 */
export function planOfTasks(plan: RunPlan, chosen: readonly PlannedTask[]): RunPlan {
  const steps = Map.groupBy(chosen, ({ stage, step }) => `${stage} ${step}`);
  const stages = [...steps.values()].flatMap((own): PlanStage[] => {
    const [first] = own;
    if (!first) return [];
    const { trial: _decidedAnew, ...task } = first.task;
    const name = plan.stages[first.stage]?.name ?? task.name;
    return [{ name, tasks: [task], ...targetsOf(task, own), onFailure: 'continue' }];
  });
  return { ...plan, stages };
}

function targetsOf({ type }: StageTask, own: readonly PlannedTask[]): Pick<PlanStage, 'qids' | 'couplingIds'> {
  const targets = own.map(({ target }) => target);
  return { qids: type === 'qubit' ? targets : [], couplingIds: type === 'coupling' ? targets : [] };
}
