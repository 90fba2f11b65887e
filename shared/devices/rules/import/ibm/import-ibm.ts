import { comparePairs } from '../../../../chips/rules/coupling-id.ts';
import { compareElements } from '../../../../chips/rules/element-order.ts';
import { countMissing, newestOf } from '../device-readings.ts';
import { LeftOut } from '../left-out.ts';
import type { ImportedTarget, ImportPlan, ImportResult } from '../plan.ts';
import { Problems } from '../problems.ts';
import type { Rule } from '../readings.ts';
import type { IbmChain } from './chains.ts';
import { readConfiguration } from './configuration.ts';
import { readCouplings } from './couplings.ts';
import {
  type GateReadings,
  gateMetric,
  gateReadings,
  isImported,
  OPERATIONAL,
  readParameter,
  targetOf,
} from './gates.ts';
import type { IbmParameter } from './parameter.ts';
import { type IbmProperties, readProperties } from './properties.ts';
import { qubitMetric, readQubits } from './qubits.ts';
import { hasSharedCoords, topologyOf } from './topology.ts';
import { type Imported, warningsOf } from './warnings.ts';

/**
 * Plans the import of an IBM device from its configuration (`conf_*.json`) and its properties (`props_*.json`), both
 * as parsed JSON (rules IMPORT-1 to IMPORT-4). Values keep their units and carry their own dates in UTC; an error
 * of 1 or more is a faulty mark; a symmetric gate listed in both directions is one coupling (see `readCouplings`).
 * The plan is the same for every order of qubits' parameters and of gates. Documents that cannot be read give up to
 * 50 problems with their paths; nothing is thrown for bad data.
 */
export function importIbm(documents: { conf: unknown; props: unknown }): ImportResult {
  const problems = new Problems();
  const leftOut = new LeftOut();
  const configuration = readConfiguration(documents.conf, problems, leftOut);
  const properties = readProperties(documents.props, configuration?.qubitCount, problems, leftOut);
  if (!configuration || !properties || problems.list.length > 0) return { ok: false, problems: problems.list };
  const qubits = readQubits(properties, leftOut);
  const couplings = readCouplings(configuration, properties);
  leaveOutUnread(properties, leftOut);
  return { ok: true, plan: planOf({ configuration, properties, qubits, couplings }, leftOut) };
}

function planOf(imported: Imported, leftOut: LeftOut): ImportPlan {
  const { configuration, properties, qubits, couplings } = imported;
  const deviceName = configuration.backendName ?? properties.backendName ?? 'unnamed';
  const ordered = [...couplings.couplings].sort((a, b) => comparePairs(a.pair, b.pair));
  const targets = [
    ...qubits.map((readings, index) => importedTarget('qubit', String(index), readings)),
    ...ordered.map(({ pair, readings }) => importedTarget('coupling', pair.join('-'), readings)),
    ...elementsOf(properties),
  ];
  const warnings = warningsOf(imported);
  if (hasSharedCoords(configuration)) warnings.push('two qubits share a coordinate; positions were computed instead');
  return {
    format: 'ibm',
    deviceName,
    topology: topologyOf(configuration, deviceName, ordered),
    targets,
    faulty: targets.reduce((sum, { faulty }) => sum + Object.keys(faulty).length, 0),
    missing: missingOf(qubits) + missingOf(ordered.map(({ readings }) => readings)),
    warnings,
    read: targets.reduce((sum, { values, faulty }) => sum + Object.keys({ ...values, ...faulty }).length, 0),
    leftOut: leftOut.rows(),
    newestAt: newestOf(targets),
  };
}

/** Names the entries whose numbers are not usable, and those that no metric is known for. */
function leaveOutUnread({ qubits, gates, chains }: IbmProperties, leftOut: LeftOut): void {
  const judge = (target: ImportedTarget['kind'], metric: { key: string; rule: Rule }, parameter: IbmParameter) => {
    const reading = readParameter(target, metric, parameter);
    if (reading.kind === 'unusable') leftOut.add(`${parameter.path}.value`, reading.reason);
  };
  for (const parameter of qubits.flat()) {
    if (parameter.name !== OPERATIONAL) judge('qubit', qubitMetric(parameter.name), parameter);
  }
  for (const { parameter, ...metric } of chains) judge('chain', metric, parameter);
  for (const gate of gates.filter(isImported)) {
    for (const parameter of gate.parameters) {
      if (parameter.name === OPERATIONAL) continue;
      const metric = gateMetric(gate.gate, parameter.name);
      if (metric) judge(targetOf(gate), metric, parameter);
      else leftOut.add(parameter.path, 'no metric is known for it');
    }
  }
}

/** Gates of three and more qubits, and the chains of the device's own figures; those that have a usable number. */
function elementsOf({ gates, chains }: IbmProperties): ImportedTarget[] {
  const large = gates.filter((gate) => gate.qubits.length > 2 && isImported(gate));
  const byQubits = Map.groupBy(large, ({ qubits }) => qubits.join('-'));
  const ofGates = [...byQubits].map(([id, own]) =>
    importedTarget('gate', id, new Map(own.flatMap((gate) => [...gateReadings(gate)]))),
  );
  const ofChains = [...Map.groupBy(chains, ({ id }) => id)].map(([id, own]) => {
    const readings = own.map(
      ({ parameter, ...metric }) => [metric.key, readParameter('chain', metric, parameter)] as const,
    );
    return withDescription(importedTarget('chain', id, new Map(readings)), own);
  });
  return [...ofGates, ...ofChains]
    .filter(({ values, faulty }) => Object.keys({ ...values, ...faulty }).length > 0)
    .sort(compareElements);
}

/** The qubits of a chain differ from day to day: each value names its own. */
function withDescription(target: ImportedTarget, chain: readonly IbmChain[]): ImportedTarget {
  for (const { key, qubits } of chain) {
    const value = target.values[key];
    if (value && qubits) value.description = `Qubits ${qubits.join('-')}`;
  }
  return target;
}

function importedTarget(kind: ImportedTarget['kind'], id: string, readings: GateReadings): ImportedTarget {
  const sorted = [...readings].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind,
    id,
    values: Object.fromEntries(
      sorted.flatMap(([key, reading]) =>
        reading.kind === 'value'
          ? [[key, { value: reading.value, unit: reading.unit, calibratedAt: reading.at }] as const]
          : [],
      ),
    ),
    faulty: Object.fromEntries(
      sorted.flatMap(([key, reading]) => (reading.kind === 'faulty' ? [[key, reading.at] as const] : [])),
    ),
  };
}

const missingOf = (targets: readonly GateReadings[]): number =>
  countMissing(
    targets.map((readings) => new Map([...readings].map(([key, { kind }]) => [key, kind !== 'unusable'] as const))),
  );
