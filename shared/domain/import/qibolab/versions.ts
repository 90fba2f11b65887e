import { parseInstant } from '../../calendar.ts';
import { splitCouplingId, undirectedCouplingId } from '../../coupling-id.ts';
import { isQid } from '../../ids.ts';
import type { Field } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';
import { characterizationFields, gateFields, pairFields, qubitFields } from './fields.ts';
import { numbersOfGates, type PlacedNumber } from './parameters.ts';
import { isCouplerName, pairsOfTopology } from './runcard.ts';

type JsonObject = Record<string, unknown>;

/** Entries of qubits or of pairs by their names, and what is read of each. */
export interface Section {
  kind: 'qubit' | 'coupling';
  path: string;
  entries: JsonObject;
  fields: readonly Field[];
}

/** What one dated document says, whichever of qibolab's files it is. */
export interface Version {
  /** Which document it has; documents of one time that are of different kinds belong together. */
  kind: 'calibration' | 'runcard' | 'parameters';
  path: string;
  at: string;
  /** Ids of the qubits that can be read. */
  qids: ReadonlySet<string>;
  /** Pairs that it names beside those of its sections. */
  pairs: { path: string; pair: unknown }[];
  sections: Section[];
  /** Numbers of qubits beside those of its sections. */
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
  const { nqubits, qubits = [], topology, characterization, native_gates, ...others } = runcard;
  leaveOutOthers(others, path, leftOut);
  const parts: Section[] = [];
  const addPart = (given: unknown, name: string, known: Record<string, Omit<Section, 'path' | 'entries'>>) => {
    if (given === undefined || given === null) return;
    if (!isObject(given)) {
      leftOut.add(`${path}.${name}`, 'is not an object');
      return;
    }
    for (const [field, entries] of Object.entries(given)) {
      const own = known[field];
      const where = `${path}.${name}.${field.slice(0, 80)}`;
      if (own) parts.push(...section(entries, { ...own, path: where }, leftOut));
      else if (entries !== null) leaveOutOthers({ [field]: entries }, `${path}.${name}`, leftOut);
    }
  };
  addPart(characterization, 'characterization', {
    single_qubit: { kind: 'qubit', fields: characterizationFields },
    two_qubit: { kind: 'coupling', fields: pairFields },
  });
  addPart(native_gates, 'native_gates', {
    single_qubit: { kind: 'qubit', fields: gateFields },
    two_qubit: { kind: 'coupling', fields: [] },
  });
  const sections = parts.map((part) => (part.kind === 'qubit' ? withoutCouplers(part, leftOut) : part));
  const listed = readListed(qubits, `${path}.qubits`, leftOut);
  return {
    kind: 'runcard',
    path,
    at,
    qids: new Set([...listed, ...qidsOf(sections)]),
    pairs: pairsOfTopology(topology, listed, nqubits, `${path}.topology`, leftOut),
    sections,
    numbers: [],
  };
}

function readParameters(parameters: JsonObject, path: string, at: string, leftOut: LeftOut): Version | undefined {
  const { native_gates, configs, ...others } = parameters;
  if (!isObject(native_gates)) return leftOut.add(`${path}.native_gates`, 'is not an object');
  leaveOutOthers(others, path, leftOut);
  const { single_qubit: qubits, two_qubit: pairs, ...otherGates } = native_gates;
  if (!isObject(qubits)) return leftOut.add(`${path}.native_gates.single_qubit`, 'is not an object');
  leaveOutOthers(otherGates, `${path}.native_gates`, leftOut);
  const sections = section(pairs, { kind: 'coupling', path: `${path}.native_gates.two_qubit`, fields: [] }, leftOut);
  const numbers = numbersOfGates(qubits, configs, path, leftOut);
  return {
    kind: 'parameters',
    path,
    at,
    qids: qidsOf([{ kind: 'qubit', entries: qubits }]),
    pairs: [],
    sections,
    numbers,
  };
}

/** The qubits that a runcard lists. */
function readListed(given: unknown, path: string, leftOut: LeftOut): string[] {
  if (!Array.isArray(given)) return leftOut.add(path, 'is not a list') ?? [];
  return given.flatMap((qubit, index) => {
    const name = typeof qubit === 'number' || typeof qubit === 'string' ? String(qubit) : '';
    const reason = isCouplerName(name) ? aCoupler : isQid(name) ? undefined : 'cannot be the id of a qubit';
    if (reason === undefined) return [name];
    leftOut.add(`${path}[${index}]`, reason);
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

/** Names what is not read; couplers one by one. */
function leaveOutOthers(others: JsonObject, path: string, leftOut: LeftOut): void {
  for (const [field, value] of Object.entries(others)) {
    const where = `${path}.${field.slice(0, 80)}`;
    if (!/coupler/.test(field)) leftOut.add(where, 'is not read');
    else if (isObject(value)) {
      for (const name of Object.keys(value)) leftOut.add(`${where}.${name.slice(0, 80)}`, aCoupler, `${where}.*`);
    } else if (Array.isArray(value)) {
      for (const index of value.keys()) leftOut.add(`${where}[${index}]`, aCoupler);
    } else leftOut.add(where, 'is not read');
  }
}

const aCoupler = 'is a tunable coupler, and only qubits and couplings have metrics';

/** The oldest runcards list couplers as qubits `c0`, `c1`, ... */
function withoutCouplers({ entries, ...others }: Section, leftOut: LeftOut): Section {
  const couplers = Object.keys(entries).filter(isCouplerName);
  for (const name of couplers) leftOut.add(`${others.path}.${name}`, aCoupler, `${others.path}.*`);
  return {
    ...others,
    entries: Object.fromEntries(Object.entries(entries).filter(([name]) => !isCouplerName(name))),
  };
}

const qidsOf = (sections: readonly Pick<Section, 'kind' | 'entries'>[]): Set<string> =>
  new Set(
    sections.flatMap(({ kind, entries }) =>
      kind === 'qubit' ? Object.keys(entries).filter((qid) => isQid(qid) && isObject(entries[qid])) : [],
    ),
  );

/** A pair of a version, smaller qid first: the files have no direction. Undefined for a name that is none. */
export function pairOf(id: string, qids: ReadonlySet<string>): [string, string] | undefined {
  const [pair, ...others] = splitCouplingId(id, qids);
  if (!pair || others.length > 0 || pair[0] === pair[1]) return undefined;
  return undirectedCouplingId(...pair) === pair.join('-') ? pair : [pair[1], pair[0]];
}
