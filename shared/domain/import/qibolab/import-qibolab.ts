import { splitCouplingId, undirectedCouplingId } from '../../coupling-id.ts';
import { isQid } from '../../ids.ts';
import { computedLayout } from '../../topology/layout.ts';
import { DeviceReadings } from '../device-readings.ts';
import { topologyOfDevice } from '../device-topology.ts';
import { readDeviceName, readDocumentDate } from '../document-date.ts';
import { type Field, leavesOf, readFieldNumber, valueAt } from '../fields.ts';
import type { ImportResult } from '../plan.ts';
import { Problems, readArray, readObject } from '../problems.ts';
import { count } from '../tally.ts';
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
  const read = versions.flatMap(
    (version, index) => readCalibration(version, `calibrations[${index}]`, problems) ?? ([] as Calibration[]),
  );
  const calibrations = lastOfEachTime(read);
  const device = new DeviceReadings();
  for (const calibration of calibrations) addTargets(calibration, device, problems);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  for (const calibration of calibrations) addReadings(calibration, device, problems);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const topology = topologyOfDevice({
    format: 'qibolab',
    origin: 'qibolab',
    name,
    qubits: computedLayout(device.qids, device.pairs),
    couplings: device.pairs,
    directed: false,
  });
  const replaced = read.length - calibrations.length;
  const warnings =
    replaced === 0 ? [] : [`${count(replaced, 'calibration')} left out: a later one in the file has the same time`];
  return { ok: true, plan: device.plan({ format: 'qibolab', name, topology }, warnings) };
}

function readCalibration(value: unknown, path: string, problems: Problems): Calibration | undefined {
  const version = readObject(value, path, problems);
  if (!version) return undefined;
  const at = readDocumentDate(version.calibrated_at, `${path}.calibrated_at`, problems);
  const calibration = readObject(version.calibration, `${path}.calibration`, problems);
  if (!calibration || at === undefined) return undefined;
  const qubits = readObject(calibration.single_qubits, `${path}.calibration.single_qubits`, problems);
  const { two_qubits = {} } = calibration;
  const pairs = readObject(two_qubits, `${path}.calibration.two_qubits`, problems);
  if (!qubits || !pairs) return undefined;
  if (Object.keys(qubits).length === 0) return problems.add(`${path}.calibration.single_qubits`, 'names no qubit');
  return { path: `${path}.calibration`, at, qubits, pairs };
}

/** Of versions of one time, as a history that was rewritten has them, the last one counts. */
function lastOfEachTime(calibrations: readonly Calibration[]): Calibration[] {
  return [...new Map(calibrations.map((calibration) => [calibration.at, calibration])).values()];
}

/** All qubits of all versions before the pairs, which are read by them. */
function addTargets({ path, qubits, pairs }: Calibration, device: DeviceReadings, problems: Problems): void {
  for (const qid of Object.keys(qubits)) {
    if (isQid(qid)) device.addQubit(qid);
    else problems.add(`${path}.single_qubits`, `'${qid.slice(0, 80)}' cannot be the id of a qubit`);
  }
  for (const id of Object.keys(pairs)) {
    const pair = pairOf(id, qubits);
    if (pair) device.addCoupling(pair);
    else problems.add(`${path}.two_qubits`, `'${id.slice(0, 80)}' is no pair of two qubits of the same version`);
  }
}

/** A pair of a version, smaller qid first: the file has no direction. */
function pairOf(id: string, qubits: Record<string, unknown>): [string, string] | undefined {
  const [pair, ...others] = splitCouplingId(id, new Set(Object.keys(qubits)));
  if (!pair || others.length > 0 || pair[0] === pair[1]) return undefined;
  return undirectedCouplingId(...pair) === pair.join('-') ? pair : [pair[1], pair[0]];
}

function addReadings({ path, at, qubits, pairs }: Calibration, device: DeviceReadings, problems: Problems): void {
  for (const [qid, value] of Object.entries(qubits)) {
    const entry = readObject(value, `${path}.single_qubits.${qid}`, problems);
    if (!entry) continue;
    addFields(device, { kind: 'qubit', id: qid, at }, entry, qubitFields, secondTransition);
    addAnharmonicity(device, qid, entry, at);
  }
  for (const [id, value] of Object.entries(pairs)) {
    const entry = readObject(value, `${path}.two_qubits.${id}`, problems);
    const pair = pairOf(id, qubits);
    if (entry && pair) addFields(device, { kind: 'coupling', id: pair.join('-'), at }, entry, pairFields, []);
  }
}

/** Takes over the fields that are known, and names those that are not. */
function addFields(
  device: DeviceReadings,
  { kind, id, at }: { kind: 'qubit' | 'coupling'; id: string; at: string },
  entry: Record<string, unknown>,
  fields: readonly Field[],
  alsoRead: readonly (readonly string[])[],
): void {
  const known = new Set([...fields.map(({ path }) => path), ...alsoRead].map((path) => path.join('.')));
  const wrong = new Set<string>();
  for (const field of fields) {
    const found = readFieldNumber(valueAt(entry, field.path), field);
    if (found === undefined) wrong.add(field.path.join('.'));
    else if (found) device.addNumber({ kind, id, at }, field.key, found, field.rule);
  }
  for (const leaf of leavesOf(entry)) if (!known.has(leaf) || wrong.has(leaf)) device.leaveOut(leaf);
}

function addAnharmonicity(device: DeviceReadings, qid: string, entry: Record<string, unknown>, at: string): void {
  const [first, second] = [
    [
      ['qubit', 'frequency_01'],
      ['qubit', 'omega_01'],
    ],
    secondTransition,
  ].map((paths) =>
    paths.map((path) => valueAt(entry, path)).find((value) => typeof value === 'number' && value > 0),
  ) as (number | undefined)[];
  if (first === undefined || second === undefined) return;
  const found = { value: second - first, unit: 'Hz' };
  device.addNumber({ kind: 'qubit', id: qid, at }, 'anharmonicity', found, 'nonZero');
}
