import type { ImportPlan } from './plan.ts';

/** Values that the documents hold, faulty marks not among them. */
export const valuesOf = (plan: ImportPlan): number =>
  plan.targets.reduce(
    (sum, { values, before = [] }) =>
      sum + Object.keys(values).length + before.filter(({ value }) => value !== null).length,
    0,
  );
