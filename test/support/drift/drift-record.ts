import { followMetric } from '#shared/statistics/rules/follow-metric.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { DriftRecord } from '#shared/values/store/drift.ts';

const DAY_MS = 86_400_000;
const wobble = (n: number) => 1 + 0.05 * (((n * 7) % 5) - 2);

/** The drift of T1 over forty days to one, of which the last ones are a quarter on some of four qubits. */
export function t1Drift(of: {
  projectId: string;
  chipId: string;
  lastDay: string;
  /** How many days a quarter has lasted, by qubit. */
  lowDays: Record<string, number>;
}): DriftRecord {
  const dayOf = (before: number) => new Date(Date.parse(of.lastDay) - before * DAY_MS).toISOString().slice(0, 10);
  const series = ['0', '1', '2', '3'].map((target) => ({
    target,
    points: Array.from({ length: 40 }, (_, n) => {
      const value = 39 - n < (of.lowDays[target] ?? 0) ? 15 : 60;
      return { day: dayOf(39 - n), y: Math.log(value * wobble(n)), n: 1 };
    }),
  }));
  const qubit = followMetric(series, scaleOf(describeMetric('t1', 'qubit')), 4);
  if (!qubit) throw new Error('T1 is followed');
  const { projectId, chipId } = of;
  return { projectId, chipId, metric: 't1', sharedBy: 4, kinds: { qubit } };
}
