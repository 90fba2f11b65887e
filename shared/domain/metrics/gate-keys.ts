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
