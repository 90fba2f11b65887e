import { isQid } from '../../../../kernel/rules/ids.ts';
import { addDifference } from '../anharmonicity.ts';
import { DeviceReadings, type TargetAt } from '../device-readings.ts';
import { topologyOfDevice } from '../device-topology.ts';
import { readDeviceName } from '../document-date.ts';
import { type Field, leavesOf, numberOf, readFieldNumber, valueAt } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import type { ImportResult } from '../plan.ts';
import { isObject, Problems, readArray } from '../problems.ts';
import { transitions } from './fields.ts';
import { pairOf } from './runcard.ts';
import { readVersion, type Section, type Version } from './versions.ts';

/** Dated documents of one of qibolab's platforms: calibrations, runcards and parameters. */
export interface QibolabDocuments {
  calibrations: unknown;
  device_name?: unknown;
}

/** So many versions of a calibration are read at once. */
const MAX_CALIBRATIONS = 2_000;

/**
 * Plans the import of what a platform of qibolab says in as many dated versions as there are (rules IMPORT-7, IMPORT-9 and
 * IMPORT-15). Nanoseconds and hertz become the units of the metrics; zeros of failed fits and nulls are missing.
 */
export function importQibolab(documents: QibolabDocuments): ImportResult {
  const problems = new Problems();
  const name = readDeviceName(documents.device_name, 'device_name', problems) ?? 'qibolab';
  const versions = readArray(documents.calibrations, 'calibrations', problems) ?? [];
  if (versions.length > MAX_CALIBRATIONS) problems.add('calibrations', `are more than ${MAX_CALIBRATIONS}`);
  if (Array.isArray(documents.calibrations) && versions.length === 0) problems.add('calibrations', 'are none');
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const device = new DeviceReadings();
  const read = versions.flatMap(
    (version, index) => readVersion(version, `calibrations[${index}]`, device.leftOut) ?? ([] as Version[]),
  );
  const calibrations = lastOfEachTime(read, device.leftOut);
  for (const calibration of calibrations) addTargets(calibration, device);
  if (device.qids.length === 0) {
    problems.add('calibrations', 'name no qubit');
    problems.addLeftOut(device.leftOut);
    return { ok: false, problems: problems.list };
  }
  for (const calibration of calibrations) addReadings(calibration, device);
  const topology = topologyOfDevice({
    format: 'qibolab',
    origin: 'qibolab',
    name,
    qids: device.qids,
    positions: undefined,
    couplings: device.pairs,
    directed: false,
  });
  const plan = device.plan({ format: 'qibolab', name, topology });
  const newest = calibrations.find(({ at }) => at === plan.newestAt);
  return { ok: true, plan, ...(newest && { datePath: newest.path.replace(/\.\w+$/, '.calibrated_at') }) };
}

/**
 * Of documents of one kind and one time, as a history that was rewritten has them, the last one counts. Of one time
 * a calibration, which was measured, comes before the settings that were made of it.
 */
function lastOfEachTime(versions: readonly Version[], leftOut: LeftOut): Version[] {
  const last = new Map<string, Version>();
  for (const version of versions) {
    const key = `${version.kind} ${version.at}`;
    const earlier = last.get(key);
    if (earlier) leftOut.add(earlier.path, 'a later version in the file has the same time');
    last.set(key, version);
  }
  return [...last.values()].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

const kinds: readonly Version['kind'][] = ['calibration', 'runcard', 'parameters'];

/** All qubits of all versions before the pairs, which are read by them. */
function addTargets({ qids, pairs, sections, numbers }: Version, device: DeviceReadings): void {
  for (const section of sections) leaveOutUnnamed(section, qids, device.leftOut);
  for (const qid of qids) device.addQubit(qid);
  for (const { pair } of pairsOf(sections, qids)) device.addCoupling(pair);
  for (const { path, pair } of pairs) {
    const named = Array.isArray(pair) && pair.length === 2 ? pairOf(pair.join('-'), qids) : undefined;
    if (named) device.addCoupling(named);
    else device.leftOut.add(path, notNamed.coupling, `${placeOf(path).replace(/\.[^.]*$/, '')}.*`);
  }
  for (const { kind, id } of numbers) {
    const pair = kind === 'coupler' ? pairOf(id, qids) : undefined;
    if (!pair) continue;
    device.addCoupling(pair);
    device.addElement({ kind: 'coupler', id });
  }
}

/** Names the entries of a section that no qubit or pair can be read from. */
function leaveOutUnnamed({ kind, path, entries }: Section, qids: ReadonlySet<string>, leftOut: LeftOut): void {
  for (const [name, entry] of Object.entries(entries)) {
    const isNamed = kind === 'qubit' ? isQid(name) : pairOf(name, qids) !== undefined;
    if (isNamed && isObject(entry)) continue;
    const reason = isNamed ? 'is not an object' : notNamed[kind];
    leftOut.add(`${path}.${name.slice(0, 130)}`, reason, `${placeOf(path)}.*`);
  }
}

const notNamed = {
  qubit: 'cannot be the id of a qubit',
  coupling: 'is not a pair of two qubits of the same version',
};

const placeOf = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

/** Pairs in their own order come before those that name the larger qubit first, so that no order of keys matters. */
function pairsOf(sections: readonly Section[], qids: ReadonlySet<string>) {
  const found = sections.flatMap((section) =>
    section.kind === 'qubit'
      ? []
      : Object.entries(section.entries).flatMap(([name, entry]) => {
          const pair = pairOf(name, qids);
          return pair && isObject(entry) ? [{ section, name, id: pair.join('-'), pair, entry }] : [];
        }),
  );
  return found.sort((a, b) => Number(a.name !== a.id) - Number(b.name !== b.id));
}

function addReadings(version: Version, device: DeviceReadings): void {
  const { at, qids, sections } = version;
  for (const { kind, path, entries, fields } of sections) {
    if (kind !== 'qubit') continue;
    for (const [qid, entry] of Object.entries(entries)) {
      if (!isQid(qid) || !isObject(entry)) continue;
      const target = { kind, id: qid, at };
      const where = { path: `${path}.${qid}`, place: `${placeOf(path)}.*` };
      if (fields) addFields(device, target, entry, fields, where);
      addAnharmonicity(device, target, entry, where);
    }
  }
  for (const { section, name, entry } of pairsOf(sections, qids)) {
    const where = { path: `${section.path}.${name}`, place: `${placeOf(section.path)}.*` };
    if (section.fields) addFields(device, { kind: 'coupling', id: name, at }, entry, section.fields, where);
  }
  addNumbers(version, device);
}

function addNumbers({ at, qids, numbers }: Version, device: DeviceReadings): void {
  for (const { kind, id, field, given, path, place } of numbers) {
    // A pair that cannot be read is left out as a whole.
    if (kind === 'coupling' && !pairOf(id, qids)) continue;
    const target: TargetAt = { kind, id, at };
    const from = { path, place: placeOf(place) };
    const found = readFieldNumber(given, field);
    if (field.key === 'anharmonicity') {
      const first = numbers.find((other) => other.id === id && other.field.key === 'qubit_frequency');
      addDifference(device, target, numberOf(first?.given), given, from);
    } else if (found) device.addNumber(target, field.key, found, field.rule, from);
    else if (found === undefined) device.leftOut.add(path, 'is not a number', from.place);
  }
}

/** Fields that are read together with another one. */
const alsoRead = new Set([...transitions.second.map((path) => path.join('.')), 'anharmonicity']);

/** Takes over the fields that are known, and names those that are not. */
function addFields(
  device: DeviceReadings,
  target: TargetAt,
  entry: Record<string, unknown>,
  fields: readonly Field[],
  where: { path: string; place: string },
): void {
  const known = new Set(fields.map(({ path }) => path.join('.')));
  const at = (path: string) => ({ path: `${where.path}.${path}`, place: `${where.place}.${path}` });
  for (const field of fields) {
    const found = readFieldNumber(valueAt(entry, field.path), field);
    const own = at(field.path.join('.'));
    if (found === undefined) device.leftOut.add(own.path, 'is not a number', own.place);
    else if (found) device.addNumber(target, field.key, found, field.rule, own);
  }
  for (const leaf of leavesOf(entry).map((path) => path.join('.'))) {
    const { path, place } = at(leaf);
    if (!known.has(leaf) && !alsoRead.has(leaf)) device.leftOut.add(path, 'no metric is known for it', place);
  }
}

/**
 * The second transition less the first; of a runcard the stated one if it is negative, since its sign differs between
 * versions.
 */
function addAnharmonicity(
  device: DeviceReadings,
  target: TargetAt,
  entry: Record<string, unknown>,
  where: { path: string; place: string },
): void {
  const at = (names: readonly string[]) => ({
    path: [where.path, ...names].join('.'),
    place: [where.place, ...names].join('.'),
  });
  const first = transitions.first
    .map((names) => numberOf(valueAt(entry, names)))
    .find((value) => value !== undefined && value > 0);
  for (const names of transitions.second) {
    const second = valueAt(entry, names);
    if (second !== undefined) addDifference(device, target, first, second, at(names));
  }
  const field: Field = { path: ['anharmonicity'], key: 'anharmonicity', unit: 'Hz', rule: 'nonZero' };
  const stated = readFieldNumber(entry.anharmonicity, field);
  const { path, place } = at(field.path);
  if (stated === undefined) device.leftOut.add(path, 'is not a number', place);
  else if ((stated?.value ?? 0) > 0) device.leftOut.add(path, 'its sign is not stated', place);
  else if (stated) device.addNumber(target, field.key, stated, field.rule, { path, place });
}
