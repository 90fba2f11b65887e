import { parseInstant } from '../../../../kernel/rules/calendar.ts';
import { isQid } from '../../../../kernel/rules/ids.ts';
import type { Field } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';
import { type CouplerSection, numbersOfCouplers, splitCouplers } from './couplers.ts';
import {
  characterizationFields,
  couplerFields,
  couplerGateFields,
  gateFields,
  pairFields,
  qubitFields,
} from './fields.ts';
import { numbersOfPairs } from './gate-steps.ts';
import { numbersOfParameterCouplers } from './parameter-couplers.ts';
import { leaveOutChannels, numbersOfGates, type PlacedNumber } from './parameters.ts';
import { isCouplerName, pairsOfTopology } from './runcard.ts';

type JsonObject = Record<string, unknown>;

/** Entries of qubits or of pairs by their names, and what is read of each. */
export interface Section {
  kind: 'qubit' | 'coupling';
  path: string;
  entries: JsonObject;
  /** Null where the entries are read by others. */
  fields: readonly Field[] | null;
}

/** What one dated document says, whichever of qibolab's files it is. */
export interface Version {
  /** Which document it has; documents of one time that are of different kinds belong together. */
  kind: 'calibration' | 'runcard' | 'parameters';
  path: string;
  at: string;
  /** Ids of the qubits that can be read. */
  qids: ReadonlySet<string>;
  /** Pairs outside its sections. */
  pairs: { path: string; pair: unknown }[];
  sections: Section[];
  /** Numbers of qubits, pairs and couplers outside its sections. */
  numbers: PlacedNumber[];
}

/** Reads the frame of a dated document; undefined and left out where it cannot be read. */
export function readVersion(version: unknown, path: string, leftOut: LeftOut): Version | undefined {
  if (!isObject(version)) return leftOut.add(path, 'is not an object');
  const { calibrated_at, calibration, runcard, parameters } = version;
  const at = typeof calibrated_at === 'string' ? parseInstant(calibrated_at) : undefined;
  if (at === undefined) return leftOut.add(`${path}.calibrated_at`, 'is not an ISO 8601 date and time');
  const read = (field: 'calibration' | 'runcard' | 'parameters') =>
    leftOut.addUnread(version, new Set(['calibrated_at', field]), path);
  if (calibration === undefined && isObject(runcard)) {
    read('runcard');
    return readRunCard(runcard, `${path}.runcard`, at, leftOut);
  }
  if (calibration === undefined && isObject(parameters)) {
    read('parameters');
    return readParameters(parameters, `${path}.parameters`, at, leftOut);
  }
  if (!isObject(calibration)) return leftOut.add(`${path}.calibration`, 'is not an object');
  read('calibration');
  return readCalibration(calibration, `${path}.calibration`, at, leftOut);
}

function readCalibration(calibration: JsonObject, path: string, at: string, leftOut: LeftOut): Version | undefined {
  const { single_qubits: qubits, two_qubits: pairs, ...others } = calibration;
  if (!isObject(qubits)) return leftOut.add(`${path}.single_qubits`, 'is not an object');
  leaveOutOthers(others, path, leftOut);
  const ofQubits: Section = { kind: 'qubit', path: `${path}.single_qubits`, entries: qubits, fields: qubitFields };
  const ofPairs = section(pairs, { kind: 'coupling', path: `${path}.two_qubits`, fields: pairFields }, leftOut);
  return {
    kind: 'calibration',
    path,
    at,
    qids: qidsOf([ofQubits]),
    pairs: [],
    sections: [ofQubits, ...ofPairs],
    numbers: [],
  };
}

function readRunCard(runcard: JsonObject, path: string, at: string, leftOut: LeftOut): Version {
  const { nqubits, qubits = [], couplers, topology, characterization, native_gates, ...others } = runcard;
  leaveOutOthers(others, path, leftOut);
  if (couplers !== undefined && !Array.isArray(couplers)) leftOut.add(`${path}.couplers`, 'is not a list');
  const parts: Section[] = [];
  const ofCouplers: CouplerSection[] = [];
  const addPart = (
    given: unknown,
    name: string,
    known: Record<string, Omit<Section, 'path' | 'entries'>>,
    couplerNames: Record<string, readonly Field[]>,
  ) => {
    if (given === undefined || given === null) return;
    if (!isObject(given)) {
      leftOut.add(`${path}.${name}`, 'is not an object');
      return;
    }
    for (const [field, entries] of Object.entries(given)) {
      const [own, fields] = [known[field], couplerNames[field]];
      const where = `${path}.${name}.${field.slice(0, 80)}`;
      if (own) parts.push(...section(entries, { ...own, path: where }, leftOut));
      else if (fields) ofCouplers.push(...couplerSection(entries, { path: where, fields }, leftOut));
      else if (entries !== null) leaveOutOthers({ [field]: entries }, `${path}.${name}`, leftOut);
    }
  };
  addPart(
    characterization,
    'characterization',
    {
      single_qubit: { kind: 'qubit', fields: characterizationFields },
      two_qubit: { kind: 'coupling', fields: pairFields },
    },
    { coupler: couplerFields, two_qubit_couplers: couplerFields },
  );
  addPart(
    native_gates,
    'native_gates',
    {
      single_qubit: { kind: 'qubit', fields: gateFields },
      two_qubit: { kind: 'coupling', fields: null },
    },
    { coupler: couplerGateFields },
  );
  const sections = parts.map((part): Section => {
    if (part.kind !== 'qubit') return part;
    const { qubits: own, couplers: named } = splitCouplers(part.entries);
    ofCouplers.push({
      path: part.path,
      entries: named,
      fields: part.fields === gateFields ? couplerGateFields : couplerFields,
    });
    return { ...part, entries: own };
  });
  const listed = readListed(qubits, `${path}.qubits`, leftOut);
  const qids = new Set([...listed, ...qidsOf(sections)]);
  const gates = isObject(native_gates) ? native_gates.two_qubit : undefined;
  return {
    kind: 'runcard',
    path,
    at,
    qids,
    pairs: pairsOfTopology(topology, listed, nqubits, `${path}.topology`, leftOut),
    sections,
    numbers: [
      ...numbersOfPairs(gates, `${path}.native_gates.two_qubit`, leftOut),
      ...numbersOfCouplers(ofCouplers, { topology, gates }, qids, leftOut),
    ],
  };
}

function readParameters(parameters: JsonObject, path: string, at: string, leftOut: LeftOut): Version | undefined {
  const { native_gates, configs, ...others } = parameters;
  if (!isObject(native_gates)) return leftOut.add(`${path}.native_gates`, 'is not an object');
  leaveOutOthers(others, path, leftOut);
  const { single_qubit: qubits, two_qubit: pairs, coupler, ...otherGates } = native_gates;
  if (!isObject(qubits)) return leftOut.add(`${path}.native_gates.single_qubit`, 'is not an object');
  leaveOutOthers(otherGates, `${path}.native_gates`, leftOut);
  const ofPairs = `${path}.native_gates.two_qubit`;
  const sections = section(pairs, { kind: 'coupling', path: ofPairs, fields: null }, leftOut);
  const qids = qidsOf([{ kind: 'qubit', entries: qubits }]);
  const used = new Set<string>();
  const numbers = [
    ...numbersOfGates(qubits, configs, { path, used }, leftOut),
    ...numbersOfPairs(pairs, ofPairs, leftOut),
    ...numbersOfParameterCouplers({ couplers: coupler, gates: pairs, configs }, qids, { path, used }, leftOut),
  ];
  leaveOutChannels(configs, path, used, leftOut);
  return { kind: 'parameters', path, at, qids, pairs: [], sections, numbers };
}

/** The qubits that a runcard lists; the oldest ones list couplers among them. */
function readListed(given: unknown, path: string, leftOut: LeftOut): string[] {
  if (!Array.isArray(given)) return leftOut.add(path, 'is not a list') ?? [];
  return given.flatMap((qubit, index) => {
    const name = typeof qubit === 'number' || typeof qubit === 'string' ? String(qubit) : '';
    if (isCouplerName(name)) return [];
    if (isQid(name)) return [name];
    leftOut.add(`${path}[${index}]`, 'cannot be the id of a qubit');
    return [];
  });
}

/** A section of entries by name; none where the document has none. */
function section(given: unknown, { path, ...own }: Omit<Section, 'entries'>, leftOut: LeftOut): Section[] {
  if (given === undefined || given === null) return [];
  if (isObject(given)) return [{ ...own, path, entries: given }];
  leftOut.add(path, 'is not an object');
  return [];
}

/** Entries of couplers by name; none where the document has none. */
function couplerSection(given: unknown, own: Omit<CouplerSection, 'entries'>, leftOut: LeftOut): CouplerSection[] {
  if (given === undefined || given === null) return [];
  if (isObject(given)) return [{ ...own, entries: given }];
  leftOut.add(own.path, 'is not an object');
  return [];
}

/** Names what is not read. */
function leaveOutOthers(others: JsonObject, path: string, leftOut: LeftOut): void {
  for (const field of Object.keys(others)) leftOut.add(`${path}.${field.slice(0, 80)}`, 'is not read');
}

const qidsOf = (sections: readonly Pick<Section, 'kind' | 'entries'>[]): Set<string> =>
  new Set(
    sections.flatMap(({ kind, entries }) =>
      kind === 'qubit' ? Object.keys(entries).filter((qid) => isQid(qid) && isObject(entries[qid])) : [],
    ),
  );
