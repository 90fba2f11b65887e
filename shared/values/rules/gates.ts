import { type DirectedKey, inverseMetric, namedGate, splitDirection } from './gate-keys.ts';

/** Gates that have a control and a target; a number of every other gate holds for both orders of its pair. */
const DIRECTED_GATES = new Set(
  'cx cnot cy ch csx crx cry crz cu cu3 ecr cr zx zx90 zx180 rzx cross_resonance'.split(' '),
);

/** A metric key of a coupling taken apart (rule METRIC-17). */
export interface GateMetric extends DirectedKey {
  /** The gate, such as `ecr`; undefined for a metric of the coupling itself. */
  gate: string | undefined;
}

/** Takes a metric key of a coupling apart. */
export function parseGateMetric(key: string): GateMetric {
  const { base, isInverse } = splitDirection(key);
  return { base, gate: gateOf(base), isInverse };
}

function gateOf(base: string): string | undefined {
  const named = namedGate(base);
  if (named !== undefined) return named;
  const [first = ''] = base.split('_');
  return base !== first && DIRECTED_GATES.has(first) ? first : undefined;
}

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
  /** A number of which more is better, such as the fidelity; null for a faulty mark. */
  value: number | null;
  isStale: boolean;
}

const rankOf = ({ value, isStale }: GateNumber): number => (value === null ? 0 : isStale ? 1 : 2);

/** The gate that stands for a coupling: a fresh number before a stale one and a faulty mark, then the best, then by key. */
export function bestGate<T extends GateNumber>(found: readonly T[]): T | undefined {
  const byKey = (a: T, b: T) => (a.metric === b.metric ? 0 : a.metric < b.metric ? -1 : 1);
  return [...found].sort((a, b) => rankOf(b) - rankOf(a) || (b.value ?? 0) - (a.value ?? 0) || byKey(a, b))[0];
}
