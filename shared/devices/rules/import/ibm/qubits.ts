import type { LeftOut } from '../left-out.ts';
import type { Rule } from '../readings.ts';
import {
  type GateReadings,
  gateReadings,
  isImported,
  isSubstitute,
  OPERATIONAL,
  outOfUseSince,
  READOUT_GATE,
  readParameter,
} from './gates.ts';
import type { IbmParameter } from './parameter.ts';
import type { IbmProperties } from './properties.ts';

/** The quantities of a qubit under the metric keys of the catalogue (rule IMPORT-1). */
const QUBIT_METRICS = new Map<string, { key: string; rule: Rule }>([
  ['T1', { key: 't1', rule: 'positive' }],
  ['T2', { key: 't2_echo', rule: 'positive' }],
  ['frequency', { key: 'qubit_frequency', rule: 'positive' }],
  ['anharmonicity', { key: 'anharmonicity', rule: 'nonZero' }],
  ['readout_error', { key: 'average_readout_fidelity', rule: 'error' }],
  ['prob_meas0_prep1', { key: 'readout_fidelity_1', rule: 'error' }],
  ['prob_meas1_prep0', { key: 'readout_fidelity_0', rule: 'error' }],
  ['readout_length', { key: 'readout_length', rule: 'positive' }],
]);

/** What a readout listed as a gate says, in the names of the qubit's own parameters. */
const READOUT_GATE_PARAMETERS = new Map([
  ['gate_error', 'readout_error'],
  ['gate_length', 'readout_length'],
]);

/**
 * The readings of every qubit, by metric key: its own parameters (an unknown one under its own name), the readout gate
 * if those lack it, and its one-qubit gates. If two entries claim a metric, the first wins, and a gate's own wins over
 * a substitute's. The fidelities of a qubit that is out of use are faulty marks.
 */
export function readQubits(properties: IbmProperties, leftOut: LeftOut): GateReadings[] {
  const qubits = properties.qubits.map((parameters) => ownReadings(parameters, leftOut));
  const ownFirst = [...properties.gates].sort((a, b) => Number(isSubstitute(a.gate)) - Number(isSubstitute(b.gate)));
  for (const gate of ownFirst) {
    const readings = gate.qubits.length === 1 ? qubits[gate.qubits[0] ?? 0] : undefined;
    if (!readings) continue;
    if (gate.gate === READOUT_GATE) addReadout(gate.parameters, readings);
    if (!isImported(gate)) continue;
    for (const [key, reading] of gateReadings(gate)) {
      if (readings.has(key)) leftOut.add(gate.path, 'gives a metric that another entry gives');
      else readings.set(key, reading);
    }
  }
  for (const [index, parameters] of properties.qubits.entries()) markOutOfUse(parameters, qubits[index]);
  return qubits;
}

/** Marks the fidelities of a qubit faulty, its readout's in any case. */
function markOutOfUse(parameters: readonly IbmParameter[], readings: GateReadings | undefined): void {
  const at = outOfUseSince(parameters);
  if (at === undefined || !readings) return;
  const fidelities = [...readings.keys()].filter((key) => key.endsWith('_fidelity'));
  for (const key of [...fidelities, 'average_readout_fidelity']) readings.set(key, { kind: 'faulty', at });
}

/** The metric key and rule of a qubit parameter. */
export function qubitMetric(name: string): { key: string; rule: Rule } {
  return QUBIT_METRICS.get(name) ?? { key: name, rule: 'any' };
}

function ownReadings(parameters: readonly IbmParameter[], leftOut: LeftOut): GateReadings {
  const readings: GateReadings = new Map();
  for (const parameter of parameters) {
    if (parameter.name === OPERATIONAL) continue;
    const metric = qubitMetric(parameter.name);
    if (readings.has(metric.key)) leftOut.add(`${parameter.path}.name`, 'gives a metric that another entry gives');
    else readings.set(metric.key, readParameter('qubit', metric, parameter));
  }
  return readings;
}

function addReadout(parameters: readonly IbmParameter[], readings: GateReadings): void {
  for (const parameter of parameters) {
    if (parameter.name === OPERATIONAL) continue;
    const metric = qubitMetric(READOUT_GATE_PARAMETERS.get(parameter.name) ?? parameter.name);
    if (!readings.has(metric.key)) readings.set(metric.key, readParameter('qubit', metric, parameter));
  }
}
