import { parseInstant } from '../../calendar.ts';
import { splitCouplingId, undirectedCouplingId } from '../../coupling-id.ts';
import { isQid } from '../../ids.ts';
import { computedLayout } from '../../topology/layout.ts';
import { DeviceReadings, type TargetAt } from '../device-readings.ts';
import { topologyOfDevice } from '../device-topology.ts';
import { readDeviceName } from '../document-date.ts';
import { type Field, leavesOf, numberOf, readFieldNumber, valueAt } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import type { ImportResult } from '../plan.ts';
import { isObject, Problems, readArray } from '../problems.ts';
import { pairFields, qubitFields, secondTransition } from './fields.ts';

/** The calibrations of one of qibolab's platforms: one, or its history. */
export interface QibolabDocuments {
  calibrations: unknown;
  device_name?: unknown;
}

/** So many versions of a calibration are read at once. */
const MAX_CALIBRATIONS = 2_000;

interface Calibration {
  path: string;
  at: string;
  qubits: Record<string, unknown>;
  /** Ids of the qubits that can be read. */
  qids: ReadonlySet<string>;
  pairs: Record<string, unknown>;
}

/**
 * Plans the import of the `calibration.json` of a platform, in as many dated versions as there are (rules IMPORT-7 and
 * IMPORT-9). Nanoseconds and hertz become the units of the metrics; zeros of failed fits and nulls are missing.
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
    (version, index) => readCalibration(version, `calibrations[${index}]`, device.leftOut) ?? ([] as Calibration[]),
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
    qubits: computedLayout(device.qids, device.pairs),
    couplings: device.pairs,
    directed: false,
  });
  return { ok: true, plan: device.plan({ format: 'qibolab', name, topology }) };
}

function readCalibration(version: unknown, path: string, leftOut: LeftOut): Calibration | undefined {
  if (!isObject(version)) return leftOut.add(path, 'is not an object');
  const { calibrated_at, calibration } = version;
  const at = typeof calibrated_at === 'string' ? parseInstant(calibrated_at) : undefined;
  if (at === undefined) return leftOut.add(`${path}.calibrated_at`, 'is not an ISO 8601 date and time');
  if (!isObject(calibration)) return leftOut.add(`${path}.calibration`, 'is not an object');
  const { single_qubits: qubits, two_qubits: pairs = {}, ...others } = calibration;
  if (!isObject(qubits)) return leftOut.add(`${path}.calibration.single_qubits`, 'is not an object');
  for (const field of Object.keys(others)) leftOut.add(`${path}.calibration.${field.slice(0, 80)}`, 'is not read');
  const named = isObject(pairs) ? pairs : {};
  if (!isObject(pairs)) leftOut.add(`${path}.calibration.two_qubits`, 'is not an object');
  const qids = new Set(Object.keys(qubits).filter((qid) => isQid(qid) && isObject(qubits[qid])));
  return { path: `${path}.calibration`, at, qubits, qids, pairs: named };
}

/** Of versions of one time, as a history that was rewritten has them, the last one counts. */
function lastOfEachTime(calibrations: readonly Calibration[], leftOut: LeftOut): Calibration[] {
  const last = new Map<string, Calibration>();
  for (const calibration of calibrations) {
    const earlier = last.get(calibration.at);
    if (earlier) leftOut.add(earlier.path, 'a later version in the file has the same time');
    last.set(calibration.at, calibration);
  }
  return [...last.values()];
}

/** All qubits of all versions before the pairs, which are read by them. */
function addTargets({ path, qubits, qids, pairs }: Calibration, device: DeviceReadings): void {
  const place = placeOf(path);
  for (const [qid, entry] of Object.entries(qubits)) {
    const where = `${path}.single_qubits.${qid.slice(0, 80)}`;
    if (!isQid(qid)) device.leftOut.add(where, 'cannot be the id of a qubit', `${place}.single_qubits.*`);
    else if (!isObject(entry)) device.leftOut.add(where, 'is not an object', `${place}.single_qubits.*`);
    else device.addQubit(qid);
  }
  for (const [id, entry] of Object.entries(pairs)) {
    const [where, kind] = [`${path}.two_qubits.${id.slice(0, 130)}`, `${place}.two_qubits.*`];
    const pair = pairOf(id, qids);
    if (!pair) device.leftOut.add(where, 'is not a pair of two qubits of the same version', kind);
    else if (!isObject(entry)) device.leftOut.add(where, 'is not an object', kind);
    else device.addCoupling(pair);
  }
}

const placeOf = (path: string): string => path.replace(/\[\d+\]/, '[]');

/** A pair of a version, smaller qid first: the file has no direction. */
function pairOf(id: string, qids: ReadonlySet<string>): [string, string] | undefined {
  const [pair, ...others] = splitCouplingId(id, qids);
  if (!pair || others.length > 0 || pair[0] === pair[1]) return undefined;
  return undirectedCouplingId(...pair) === pair.join('-') ? pair : [pair[1], pair[0]];
}

function addReadings({ path, at, qubits, qids, pairs }: Calibration, device: DeviceReadings): void {
  for (const [qid, entry] of Object.entries(qubits)) {
    if (!isQid(qid) || !isObject(entry)) continue;
    const where = { path: `${path}.single_qubits.${qid}`, place: `${placeOf(path)}.single_qubits.*` };
    addFields(device, { kind: 'qubit', id: qid, at }, entry, qubitFields, where, secondTransition);
    addAnharmonicity(device, qid, entry, at);
  }
  const read = Object.entries(pairs).flatMap(([name, entry]) => {
    return pairOf(name, qids) && isObject(entry) ? [{ name, entry }] : [];
  });
  for (const { name, entry } of read) {
    const where = { path: `${path}.two_qubits.${name}`, place: `${placeOf(path)}.two_qubits.*` };
    addFields(device, { kind: 'coupling', id: name, at }, entry, pairFields, where);
  }
}

/** Takes over the fields that are known, and names those that are not. */
function addFields(
  device: DeviceReadings,
  target: TargetAt,
  entry: Record<string, unknown>,
  fields: readonly Field[],
  where: { path: string; place: string },
  alsoRead: readonly (readonly string[])[] = [],
): void {
  const known = new Set([...fields.map(({ path }) => path), ...alsoRead].map((path) => path.join('.')));
  const at = (path: string) => ({ path: `${where.path}.${path}`, place: `${where.place}.${path}` });
  const wrong = new Set<string>();
  for (const field of fields) {
    const found = readFieldNumber(valueAt(entry, field.path), field);
    const path = field.path.join('.');
    if (found === undefined) wrong.add(path);
    else if (found) device.addNumber(target, field.key, found, field.rule, at(path));
  }
  for (const leaf of leavesOf(entry).map((path) => path.join('.'))) {
    const { path, place } = at(leaf);
    if (wrong.has(leaf)) device.leftOut.add(path, 'is not a number', place);
    else if (!known.has(leaf)) device.leftOut.add(path, 'no metric is known for it', place);
  }
}

function addAnharmonicity(device: DeviceReadings, qid: string, entry: Record<string, unknown>, at: string): void {
  const [first, second] = [
    [
      ['qubit', 'frequency_01'],
      ['qubit', 'omega_01'],
    ],
    secondTransition,
  ].map((paths) =>
    paths.map((path) => numberOf(valueAt(entry, path))).find((value) => value !== undefined && value > 0),
  );
  if (first === undefined || second === undefined) return;
  const found = { value: second - first, unit: 'Hz' };
  device.addDerived({ kind: 'qubit', id: qid, at }, 'anharmonicity', found, 'nonZero');
}
