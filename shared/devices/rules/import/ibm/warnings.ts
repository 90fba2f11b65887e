import { conversionOf } from '../../../../values/rules/units/conversion.ts';
import { directionsDiffer } from '../join-orders.ts';
import { count, Tally } from '../tally.ts';
import type { IbmConfiguration } from './configuration.ts';
import type { IbmCouplings } from './couplings.ts';
import { type GateReadings, gateMetric, isImported } from './gates.ts';
import type { IbmParameter } from './parameter.ts';
import type { IbmProperties } from './properties.ts';

/** What the two documents and their readings give to warn about. */
export type Imported = {
  configuration: IbmConfiguration;
  properties: IbmProperties;
  qubits: GateReadings[];
  couplings: IbmCouplings;
};

/**
 * What a person should know of an import, one sentence a kind: names that differ, faulty gates and readouts, T2 beyond its
 * physical limit, and directions that disagree.
 */
export function warningsOf(imported: Imported): string[] {
  return [
    ...differentNames(imported),
    ...faultyCouplings(imported),
    ...faultyQubits(imported.qubits),
    ...longT2(imported.qubits),
    ...directions(imported.couplings),
  ];
}

function differentNames({ configuration, properties }: Imported): string[] {
  const [conf, props] = [configuration.backendName, properties.backendName];
  if (conf === undefined || props === undefined || conf === props) return [];
  return [`the configuration names the device ${conf}, the properties name it ${props}`];
}

function faultyCouplings({ properties, couplings }: Imported): string[] {
  const entries = new Tally();
  const broken = new Tally();
  for (const gate of properties.gates) {
    if (gate.qubits.length !== 2 || !isImported(gate)) continue;
    entries.add(gate.gate);
    if (gate.parameters.some(isWhole)) broken.add(gate.gate);
  }
  return broken.entries().map(([gate, number]) => {
    const key = gateMetric(gate, 'gate_error')?.key ?? '';
    const marked = couplings.couplings.filter(({ readings }) => readings.get(key)?.kind === 'faulty').length;
    const verb = marked === 1 ? 'is' : 'are';
    return (
      `${gate}: ${number} of ${entries.of(gate)} directed entries ${number === 1 ? 'has' : 'have'} an error of 1 ` +
      `or more; ${count(marked, 'coupling')} ${verb} marked faulty`
    );
  });
}

/** Whether a parameter is a gate error of 1 or more, in whichever unit of a ratio. */
const isWhole = ({ name, value, unit }: IbmParameter): boolean =>
  name === 'gate_error' && (conversionOf(unit, '')?.value(value ?? 0) ?? 0) >= 1;

function faultyQubits(qubits: GateReadings[]): string[] {
  const faulty = new Tally();
  for (const readings of qubits) {
    for (const [key, reading] of readings) if (reading.kind === 'faulty') faulty.add(key);
  }
  return faulty
    .entries()
    .map(
      ([key, number]) =>
        `${key}: ${number} of ${qubits.length} qubits are marked faulty, with an error of 1 or more or out of use`,
    );
}

/** T2 is at most 2 T1; more is a sign of measurements at different times. */
function longT2(qubits: GateReadings[]): string[] {
  const long = qubits.filter((readings) => {
    const [t1, t2] = [readings.get('t1'), readings.get('t2_echo')];
    if (t1?.kind !== 'value' || t2?.kind !== 'value') return false;
    const limit = conversionOf(t1.unit, t2.unit)?.value(2 * t1.value);
    return limit !== undefined && t2.value > limit;
  }).length;
  return long === 0 ? [] : [`${count(long, 'qubit')} ${long === 1 ? 'has' : 'have'} T2 > 2 T1`];
}

function directions({ disagreements, conflicts, unmapped }: IbmCouplings): string[] {
  const warnings = disagreements.entries().map(([gate, number]) => directionsDiffer(gate, number));
  if (conflicts > 0) {
    warnings.push(`${count(conflicts, 'coupling')} with gates of opposite directions kept without a direction`);
  }
  for (const [gate, number] of unmapped.entries()) {
    warnings.push(`${gate}: ${count(number, 'entry', 'entries')} outside the coupling map`);
  }
  return warnings;
}
