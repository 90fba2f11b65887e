import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { type DrawnValue, drawValue, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { type CellState, cellAt } from '#shared/values/rules/cell/state.ts';
import { inOneUnit } from '#shared/values/rules/units/one-unit.ts';
import { type Quantity, sealQuantity } from '#shared/values/rules/units/quantity.ts';
import type { MetricsConfig, Parameter, Target, TargetKind } from '../../../ui/lib/api/wire.ts';
import { listedMetrics } from './listed-metrics.ts';
import { displayOf } from './metric-display.ts';

/** A target with its shown values, current or of a past day. */
export type ValuedTarget = Pick<Target, 'qid' | 'data' | 'faulty'>;

/** Displays of the metrics that some of the targets have or are faulty in: catalogue order first, the rest by key. */
export function metricsOf(targets: readonly ValuedTarget[], config: MetricsConfig, kind: TargetKind): MetricDisplay[] {
  const values = new Map<string, { quantity: Quantity }[]>();
  for (const target of targets) {
    for (const key of target.faulty) if (!values.has(key)) values.set(key, []);
    for (const [key, parameter] of Object.entries(target.data))
      values.set(key, [...(values.get(key) ?? []), { quantity: sealQuantity(parameter) }]);
  }
  const listed = Object.keys(listedMetrics(config, kind));
  const position = (key: string) => (listed.includes(key) ? listed.indexOf(key) : listed.length);
  return [...values.keys()]
    .sort((a, b) => position(a) - position(b) || (a < b ? -1 : 1))
    .map((key) => displayOf(config, kind, key, unitOf(values.get(key) ?? [], kind, key)));
}

const unitOf = (values: readonly { quantity: Quantity }[], kind: TargetKind, key: string): string | undefined =>
  values.length === 0 ? undefined : inOneUnit(describeMetric(key, kind), values).unit;

export interface ShownParameter extends DrawnValue {
  ageSeconds: number;
  state: CellState;
}

/**
 * A parameter in its metric's drawn unit, with its age and whether it is fresh.
 * @param now ISO 8601, the instant that ages are counted from
 */
export function showParameter(parameter: Parameter, display: MetricDisplay, now: string): ShownParameter {
  return {
    ...drawValue(display, parameter),
    ...cellAt({ isFaulty: false, at: parameter.calibrated_at }, display, now),
  };
}
