import type { RunPlan } from './plan.ts';

/** How the values of a run of the simulator are kept: apart as a trial, or current like measured ones. */
export type SimulatedValues = 'trial' | 'keep';

export const simulatedValuesChoices: readonly SimulatedValues[] = ['trial', 'keep'];

export const isSimulatedValues = (value: unknown): value is SimulatedValues =>
  (simulatedValuesChoices as readonly unknown[]).includes(value);

/** The default: a chip with real values keeps its values unchanged (rule SIM-2). */
export const simulatedValuesOn = (hasRealValues: boolean): SimulatedValues => (hasRealValues ? 'trial' : 'keep');

/** The plan with every task as a trial (rule TASK-9), or as it is. */
export function withSimulatedValues(plan: RunPlan, values: SimulatedValues): RunPlan {
  if (values === 'keep') return plan;
  const stages = plan.stages.map((stage) => ({
    ...stage,
    tasks: stage.tasks.map((task) => ({ ...task, trial: true as const })),
  }));
  return { ...plan, stages };
}
