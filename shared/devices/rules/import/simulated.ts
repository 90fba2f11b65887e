import type { ImportedTarget, ImportedValue, ImportPlan } from './plan.ts';
import { count } from './tally.ts';

/** What an import takes over into a chip: simulated values are kept from one that has measured ones (rule SIM-2). */
export function takenOver(
  plan: ImportPlan,
  chip: { chipId: string; hasRealValues?: true | undefined } | undefined,
): ImportPlan {
  const simulated = simulatedIn(plan);
  if (!chip?.hasRealValues || simulated === 0) return plan;
  const warning = `${count(simulated, 'simulated value')} left out: chip '${chip.chipId}' has measured ones`;
  return { ...plan, targets: plan.targets.map(withoutSimulated), warnings: [...plan.warnings, warning] };
}

/** Whether a plan brings anything that no simulator gave. */
export const bringsRealValues = (plan: ImportPlan): boolean =>
  plan.targets.some(
    ({ values, faulty }) =>
      Object.keys(faulty).length > 0 || Object.values(values).some((value) => !isSimulated(value)),
  );

const isSimulated = ({ source }: ImportedValue): boolean => source === 'simulator';

const simulatedIn = ({ targets }: ImportPlan): number =>
  targets.reduce((sum, { values }) => sum + Object.values(values).filter(isSimulated).length, 0);

const withoutSimulated = (target: ImportedTarget): ImportedTarget => ({
  ...target,
  values: Object.fromEntries(Object.entries(target.values).filter(([, value]) => !isSimulated(value))),
});
