import { type FreshnessLimits, freshnessOf } from '../../../../statistics/rules/freshness.ts';
import { describeMetric } from '../../../../values/rules/catalogue.ts';
import { ageSeconds } from '../../../../values/rules/cell/state.ts';
import { inverseMetric, isGateFidelity, splitDirection } from '../../../../values/rules/gate-keys.ts';
import { bestGate } from '../../../../values/rules/gates.ts';
import { conversionOf } from '../../../../values/rules/units/conversion.ts';
import type { ExportedTarget } from '../chip-document.ts';

/** A range of fidelities, and whether a value must be from within a day. */
export interface FidelityCondition {
  min: number;
  max: number;
  isWithinDay: boolean;
  /** The metric that is meant; the chip's own for that quantity where absent. */
  metric?: string | undefined;
}

/** The gate of a coupling that a device has, and in which order of its qubits. */
export interface DeviceGate {
  pair: readonly [string, string];
  /** Its fidelity; undefined where the coupling has no gate. */
  metric: string | undefined;
}

/** The inputs for choosing a gate, in addition to the coupling. */
export interface GateChoice {
  condition: FidelityCondition;
  /** The couplings of the chip have a direction: a number without one is of the order of the id. */
  isDirected: boolean;
  now: string;
  freshness: FreshnessLimits | undefined;
}

/**
 * The gate that a device has of a coupling in one of the wanted orders of its qubits: the best fresh one (rule EXPORT-10), of
 * equal ones in the order that comes first. Undefined where the coupling has gates of other orders alone.
 */
export function deviceGate(
  coupling: ExportedTarget,
  orders: readonly (readonly [string, string])[],
  choice: GateChoice,
): DeviceGate | undefined {
  const { metric: named } = choice.condition;
  const isMeant = (key: string) =>
    named === undefined ? isGateFidelity(key) : key === named || splitDirection(key).base === named;
  const keys = [...Object.keys(coupling.values), ...Object.keys(coupling.faulty)].filter(isMeant);
  const found = orders.flatMap((pair) =>
    keys
      .filter((key) => isOfOrder(key, keys, { isInverse: pair.join('-') !== coupling.id, ...choice }))
      .map((metric) => ({ pair, metric, ...numberOf(coupling, metric, choice) })),
  );
  if (found.length > 0) return bestGate(found);
  const [first] = orders.filter((pair) => pair.join('-') === coupling.id || !choice.isDirected);
  return keys.length > 0 || !first ? undefined : { pair: first, metric: named };
}

/** Whether a number is of an order: one without a direction is of both, where the other has none of its own. */
function isOfOrder(
  key: string,
  keys: readonly string[],
  { isInverse, isDirected }: { isInverse: boolean; isDirected: boolean },
): boolean {
  if (splitDirection(key).isInverse || !isInverse) return splitDirection(key).isInverse === isInverse;
  return !isDirected && !keys.includes(inverseMetric(key));
}

function numberOf({ values, faulty }: ExportedTarget, metric: string, { condition, now, freshness }: GateChoice) {
  const value = Object.hasOwn(faulty, metric) ? undefined : values[metric];
  if (!value) return { value: null, isStale: false };
  const { freshForSeconds } = freshnessOf(describeMetric(metric, 'coupling'), freshness);
  const age = ageSeconds(value.calibratedAt, now);
  const fidelity = conversionOf(value.unit, '')?.value(value.value) ?? null;
  return { value: fidelity, isStale: age > (condition.isWithinDay ? 86_400 : freshForSeconds) };
}
