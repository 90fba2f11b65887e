import type { Problems } from '../problems.ts';
import { type Rule, read } from '../readings.ts';
import { type GateReadings, gateReadings, isImported, READOUT_GATE } from './gates.ts';
import type { IbmParameter, IbmProperties } from './properties.ts';

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
 * where those lack it, and its one-qubit gates. A metric that two entries claim is a problem.
 */
export function readQubits(properties: IbmProperties, problems: Problems): GateReadings[] {
  const qubits = properties.qubits.map((parameters, index) => ownReadings(parameters, index, problems));
  for (const gate of properties.gates) {
    const readings = gate.qubits.length === 1 ? qubits[gate.qubits[0] ?? 0] : undefined;
    if (!readings) continue;
    if (gate.gate === READOUT_GATE) addReadout(gate.parameters, readings);
    if (!isImported(gate)) continue;
    for (const [key, reading] of gateReadings(gate)) {
      if (readings.has(key)) problems.add('props.gates', `gives ${key} of qubit ${gate.qubits[0]} a second time`);
      readings.set(key, reading);
    }
  }
  return qubits;
}

/** The metric key and rule of a qubit parameter. */
function qubitMetric(name: string): { key: string; rule: Rule } {
  return QUBIT_METRICS.get(name) ?? { key: name, rule: 'any' };
}

function ownReadings(parameters: IbmParameter[], index: number, problems: Problems): GateReadings {
  const readings: GateReadings = new Map();
  parameters.forEach((parameter, place) => {
    const { key, rule } = qubitMetric(parameter.name);
    if (readings.has(key)) problems.add(`props.qubits[${index}][${place}].name`, `gives ${key} a second time`);
    readings.set(key, read(parameter, rule));
  });
  return readings;
}

function addReadout(parameters: IbmParameter[], readings: GateReadings): void {
  for (const parameter of parameters) {
    const { key, rule } = qubitMetric(READOUT_GATE_PARAMETERS.get(parameter.name) ?? parameter.name);
    if (!readings.has(key)) readings.set(key, read(parameter, rule));
  }
}
