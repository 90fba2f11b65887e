import { DIRECTED_GATES, inverseMetric, parseGateMetric } from './gate-keys.ts';

/**
 * The key under which the coupling's exchanged id has the same number: a direction is one of the id.
 * @param own keys that the coupling has.
 */
export function exchangedMetric(key: string, own: ReadonlySet<string>): string {
  const { base, isInverse } = parseGateMetric(key);
  if (isInverse) return base;
  return isDirectedMetric(key) || own.has(inverseMetric(key)) ? inverseMetric(key) : key;
}

/** Whether the number is of a gate with a control and a target. */
export const isDirectedMetric = (key: string): boolean => DIRECTED_GATES.has(parseGateMetric(key).gate ?? '');

/** The duration of the gate whose fidelity a metric is, in the same direction. */
export const gateTimeOf = (fidelity: string): string => {
  const { base, isInverse } = parseGateMetric(fidelity);
  const time = base.replace(/_fidelity$/, '_time');
  return isInverse ? inverseMetric(time) : time;
};

/**
 * Whether a coupling needs no number of a metric, because it has another gate, or the number is one of a second direction
 * (rule METRIC-19).
 * @param own keys that the coupling has.
 */
export function isOfOtherGate(metric: string, own: ReadonlySet<string>): boolean {
  const { gate, isInverse } = parseGateMetric(metric);
  if (own.has(metric)) return false;
  if (isInverse || own.has(inverseMetric(metric))) return true;
  if (gate === undefined) return false;
  const gates = new Set([...own].flatMap((key) => parseGateMetric(key).gate ?? []));
  return gates.size > 0 && !gates.has(gate);
}

/** What a choice among gates looks at. */
export interface GateNumber {
  metric: string;
  /** The fidelity; null for a faulty mark. */
  value: number | null;
  isStale: boolean;
}

const rankOf = ({ value, isStale }: GateNumber): number => (value === null ? 0 : isStale ? 1 : 2);

/** The gate that stands for a coupling: a fresh number before a stale one and a faulty mark, then the best, then by key. */
export function bestGate<T extends GateNumber>(found: readonly T[]): T | undefined {
  const byKey = (a: T, b: T) => (a.metric === b.metric ? 0 : a.metric < b.metric ? -1 : 1);
  return [...found].sort((a, b) => rankOf(b) - rankOf(a) || (b.value ?? 0) - (a.value ?? 0) || byKey(a, b))[0];
}
