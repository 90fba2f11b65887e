/** Ends the key of a number that holds for the gate whose control is the second qubit of the coupling's id. */
const INVERSE = '@inverse';

/** Gates that have a control and a target; a number of every other gate holds for both orders of its pair. */
export const DIRECTED_GATES = new Set(
  'cx cnot cy ch csx crx cry crz cu cu3 ecr cr zx zx90 zx180 rzx cross_resonance'.split(' '),
);

/** Names before `_gate_` that are of no single gate. */
const NO_GATES = new Set(['two_qubit']);

/** A metric key of a coupling taken apart (rule METRIC-17). */
export interface GateMetric {
  /** The key without its direction. */
  base: string;
  /** The gate, such as `ecr`; undefined for a metric of the coupling itself. */
  gate: string | undefined;
  /** It holds for the exchanged order of the coupling's id alone. */
  isInverse: boolean;
}

/** Takes a metric key of a coupling apart. */
export function parseGateMetric(key: string): GateMetric {
  const isInverse = key.endsWith(INVERSE) && key.length > INVERSE.length;
  const base = isInverse ? key.slice(0, -INVERSE.length) : key;
  return { base, gate: gateOf(base), isInverse };
}

function gateOf(base: string): string | undefined {
  const [, named] = /^(.+?)_gate_./.exec(base) ?? [];
  if (named !== undefined) return NO_GATES.has(named) ? undefined : named;
  const [first = ''] = base.split('_');
  return base !== first && DIRECTED_GATES.has(first) ? first : undefined;
}

/** The key of the same number for the exchanged order; a key that has it already stays. */
export const inverseMetric = (key: string): string => (parseGateMetric(key).isInverse ? key : `${key}${INVERSE}`);

/** Whether the metric is the fidelity of a two-qubit gate, in whichever direction. */
export const isGateFidelity = (key: string): boolean => {
  const { base, gate } = parseGateMetric(key);
  return gate !== undefined && base === `${gate}_gate_fidelity`;
};
