import { describeMetric } from '../metrics/catalogue.ts';
import { gateWords } from '../metrics/gate-mark.ts';
import { hasOpenUnit } from '../metrics/manual-value.ts';
import type { Technology } from '../metrics/technology.ts';
import { type GateReason, gate } from '../statistics/write-gate.ts';
import type { ImportedTarget, ImportPlan } from './plan.ts';

/** Values of one metric that cannot be, for one reason. */
interface Impossible {
  metric: string;
  because: GateReason;
  count: number;
  first: string;
}

/** A sentence for each metric with values that no chip of the technology has, whatever the gate of the project (rule GATE-9). */
export function impossibleValues({ targets }: Pick<ImportPlan, 'targets'>, technology?: Technology): string[] {
  const found = new Map<string, Impossible>();
  for (const target of targets)
    for (const { metric, value, unit } of valuesOf(target)) {
      const known = describeMetric(metric, target.kind);
      const definition = hasOpenUnit(known) ? describeMetric(metric, target.kind, unit) : known;
      const judged = gate({ value, unit }, definition, undefined, technology);
      if (judged.outcome !== 'reject') continue;
      const key = JSON.stringify([metric, judged.because]);
      const first = `${[value, unit].join(' ').trim()} of ${target.kind} '${target.id}'`;
      const one = found.get(key) ?? { metric, because: judged.because, count: 0, first };
      found.set(key, { ...one, count: one.count + 1 });
    }
  return [...found.values()].map(
    ({ metric, because, count, first }) =>
      `${metric}: ${count} ${count === 1 ? 'value' : 'values'} cannot be, such as ${first}: ${gateWords(because)}`,
  );
}

const valuesOf = ({ values, before = [] }: ImportedTarget): { metric: string; value: number; unit: string }[] => [
  ...before.flatMap(({ metric, value, unit }) => (value === null ? [] : [{ metric, value, unit }])),
  ...Object.entries(values).map(([metric, { value, unit }]) => ({ metric, value, unit })),
];
