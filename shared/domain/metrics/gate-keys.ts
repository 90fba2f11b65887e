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

/** Whether the metric is the fidelity of a two-qubit gate, in whichever direction. */
export const isGateFidelity = (key: string): boolean =>
  /^.+_gate_fidelity$/.test(splitDirection(key).base) && !key.startsWith('two_qubit_gate_');

/** Why no new value is kept under a key, as the end of a sentence (rule METRIC-20); undefined for a key that has values. */
export function keyProblem(key: string, target: MetricTarget): string | undefined {
  const at = key.indexOf('@');
  if (at === -1) return undefined;
  const [base, ending] = [key.slice(0, at), key.slice(at)];
  if (ending !== INVERSE || base === '')
    return `unknown ending '${ending}': a key may end in '${INVERSE}' on a coupling, and has no other '@'`;
  return target === 'coupling' ? undefined : `only metrics of couplings end in '${INVERSE}'; use '${base}'`;
}
