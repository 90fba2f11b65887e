import type { MetricTarget } from './types.ts';

/** Ends the key of a number that holds for the gate whose control is the second qubit of the coupling's id. */
const INVERSE = '@inverse';

/** A metric key of a coupling without its direction (rule METRIC-17). */
export interface DirectedKey {
  base: string;
  /** It holds for the exchanged order of the coupling's id alone. */
  isInverse: boolean;
}

/** Takes the direction off a metric key. */
export function splitDirection(key: string): DirectedKey {
  const isInverse = key.endsWith(INVERSE) && key.length > INVERSE.length;
  return { base: isInverse ? key.slice(0, -INVERSE.length) : key, isInverse };
}

/** The key of the same number for the exchanged order; a key that has it already stays. */
export const inverseMetric = (key: string): string => (splitDirection(key).isInverse ? key : `${key}${INVERSE}`);

/** Names before `_gate_` that are of no single gate. */
const NO_GATES = new Set(['two_qubit']);

/** The gate that a key without its direction names before `_gate_`; undefined where it names none. */
export function namedGate(base: string): string | undefined {
  const [, named = ''] = /^(.+?)_gate_./.exec(base) ?? [];
  return named === '' || NO_GATES.has(named) ? undefined : named;
}

/** Whether the metric is the fidelity of a single gate, in whichever direction. */
export function isGateFidelity(key: string): boolean {
  const { base } = splitDirection(key);
  return base.endsWith('_gate_fidelity') && namedGate(base) !== undefined;
}

/** Why no new value is kept under a key, as the end of a sentence (rule METRIC-20); undefined for a key that has values. */
export function keyProblem(key: string, target: MetricTarget): string | undefined {
  const at = key.indexOf('@');
  if (at === -1) return undefined;
  const [base, ending] = [key.slice(0, at), key.slice(at)];
  if (ending !== INVERSE || base === '')
    return `unknown ending '${ending}': a key may end in '${INVERSE}' on a coupling, and has no other '@'`;
  return target === 'coupling' ? undefined : `only metrics of couplings end in '${INVERSE}'; use '${base}'`;
}
