import { describeMetric } from '../../../../values/rules/catalogue.ts';
import type { MetricTarget } from '../../../../values/rules/types.ts';
import { type Reading, type Rule, readFitted } from '../readings.ts';
import type { IbmParameter } from './parameter.ts';
import type { IbmGate } from './properties.ts';

/** What one entry of one gate says, by metric key. */
export type GateReadings = Map<string, Reading>;

/** Gates that act alike on both their qubits; every other two-qubit gate has a control and a target. */
const SYMMETRIC_GATES = new Set(['cz', 'rzz', 'rxx', 'ryy', 'cp', 'cu1', 'swap', 'iswap']);

/** `id` waits; `rz`, `u1` and `p` change the frame alone: none of them says anything of the hardware. */
const LEFT_OUT = new Set(['id', 'rz', 'u1', 'p']);

/** A `u2` is one pulse of 90 degrees. */
const METRIC_PREFIX = new Map([
  ['sx', 'x90'],
  ['u2', 'x90'],
  ['x', 'x180'],
]);

/** Of gates that give the same metric, the others go before these. */
const SUBSTITUTES = new Set(['u2']);

/** True for a gate whose metrics another gate gives better. */
export const isSubstitute = (gate: string): boolean => SUBSTITUTES.has(gate);

/**
 * The parameter that marks a qubit or a gate as out of use, by 0 (`BackendProperties.is_qubit_operational` and
 * `is_gate_operational`).
 */
export const OPERATIONAL = 'operational';

/** Since when the parameters mark their qubit or gate as out of use; undefined if they do not. */
export function outOfUseSince(parameters: readonly IbmParameter[]): string | undefined {
  return parameters.find(({ name, value }) => name === OPERATIONAL && value === 0)?.at;
}

/** A readout listed as a gate repeats what the qubit's own parameters say. */
export const READOUT_GATE = 'measure';

/** True for a gate that brings metrics of its own. */
export function isImported(gate: IbmGate): boolean {
  return !LEFT_OUT.has(gate.gate) && gate.gate !== READOUT_GATE;
}

/** True for a two-qubit gate with no control and target. */
export function isSymmetric(gate: string): boolean {
  return SYMMETRIC_GATES.has(gate);
}

/**
 * Metric and reading rule of a gate's parameter: `gate_error` gives `<gate>_gate_fidelity`, `gate_length`
 * `<gate>_gate_time`, with `sx` as `x90` and `x` as `x180`; undefined for another parameter.
 */
export function gateMetric(gate: string, parameter: string) {
  const prefix = METRIC_PREFIX.get(gate) ?? gate;
  if (parameter === 'gate_error') return { key: `${prefix}_gate_fidelity`, rule: 'error' } as const;
  if (parameter === 'gate_length') return { key: `${prefix}_gate_time`, rule: 'notNegative' } as const;
  return undefined;
}

/** The kind of target that a gate says something of. */
export function targetOf({ qubits }: Pick<IbmGate, 'qubits'>): MetricTarget {
  if (qubits.length === 1) return 'qubit';
  return qubits.length === 2 ? 'coupling' : 'gate';
}

/** A number of a qubit or a gate in the unit of its metric. */
export const readParameter = (
  target: MetricTarget,
  { key, rule }: { key: string; rule: Rule },
  parameter: IbmParameter,
): Reading => readFitted(describeMetric(key, target), parameter, rule, parameter.at);

/** Readings of one entry of a gate; the fidelity of a gate that is out of use is a faulty mark. */
export function gateReadings(gate: IbmGate): GateReadings {
  const readings: GateReadings = new Map();
  for (const parameter of gate.parameters) {
    const metric = gateMetric(gate.gate, parameter.name);
    if (metric) readings.set(metric.key, readParameter(targetOf(gate), metric, parameter));
  }
  const since = outOfUseSince(gate.parameters);
  const fidelity = gateMetric(gate.gate, 'gate_error');
  if (since !== undefined && fidelity) readings.set(fidelity.key, { kind: 'faulty', at: since });
  return readings;
}

/** The length of one gate entry in its own unit, undefined if it is not usable. */
export function gateLength(readings: GateReadings): number | undefined {
  for (const [key, reading] of readings) {
    if (key.endsWith('_gate_time') && reading.kind === 'value') return reading.value;
  }
  return undefined;
}
