import { type GateReason, gate } from '../../../statistics/rules/write-gate.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { gateWords } from '../../../values/rules/gate-mark.ts';
import { hasOpenUnit } from '../../../values/rules/manual-value.ts';
import type { ValueLimits } from '../../../values/rules/own-limits.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';
import type { ImportPlan } from './plan.ts';

/** A value of a plan, with the target that it is of. */
interface PlannedValue {
  kind: MetricTarget;
  id: string;
  metric: string;
  value: number;
  unit: string;
}

/** Values of one metric that cannot be, for one reason. */
interface Impossible {
  metric: string;
  because: GateReason;
  count: number;
  first: string;
}

/** Counts the values of an import that cannot be, whatever the gate of the project (rule GATE-9). */
export class ImpossibleValues {
  readonly #limits: ValueLimits;
  readonly #found = new Map<string, Impossible>();

  constructor(limits: ValueLimits) {
    this.#limits = limits;
  }

  add({ kind, id, metric, value, unit }: PlannedValue): void {
    const known = describeMetric(metric, kind);
    const definition = hasOpenUnit(known) ? describeMetric(metric, kind, unit) : known;
    const judged = gate({ value, unit }, definition, undefined, this.#limits);
    if (judged.outcome !== 'reject') return;
    const key = JSON.stringify([metric, judged.because]);
    const first = `${[value, unit].join(' ').trim()} of ${kind} '${id}'`;
    const one = this.#found.get(key) ?? { metric, because: judged.because, count: 0, first };
    this.#found.set(key, { ...one, count: one.count + 1 });
  }

  /** A sentence for each metric and reason. */
  sentences = (): string[] =>
    [...this.#found.values()].map(
      ({ metric, because, count, first }) =>
        `${metric}: ${count} ${count === 1 ? 'value' : 'values'} cannot be, such as ${first}: ${gateWords(because)}`,
    );
}

/** Every value of a plan, the history of a target before its newest values. */
export function* plannedValues({ targets }: Pick<ImportPlan, 'targets'>): Generator<PlannedValue> {
  for (const { kind, id, values, before = [] } of targets) {
    for (const { metric, value, unit } of before) if (value !== null) yield { kind, id, metric, value, unit };
    for (const [metric, { value, unit }] of Object.entries(values)) yield { kind, id, metric, value, unit };
  }
}
