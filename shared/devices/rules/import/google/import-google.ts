import { compareQids } from '../../../../chips/rules/coupling-id.ts';
import { DeviceReadings } from '../device-readings.ts';
import { fromZero, topologyOfDevice } from '../device-topology.ts';
import { readDeviceName, readDocumentDate } from '../document-date.ts';
import type { ImportResult } from '../plan.ts';
import { Problems } from '../problems.ts';
import { type GoogleEntry, readCalibration } from './calibration.ts';
import { type GoogleMetric, googleMetric } from './metrics.ts';
import { compareGridQubits, type GridQubit } from './targets.ts';

/** The documents of one of Google's devices. */
export interface GoogleDocuments {
  calibration: unknown;
  measured_at?: unknown;
  device_name?: unknown;
}

/** A metric of a target that an entry claims. */
interface Claim {
  kind: 'qubit' | 'coupling';
  /** Of a pair in the order of the entry. */
  id: string;
  /** The same in the other order. */
  exchangedId: string;
  metric: GoogleMetric;
  entry: GoogleEntry;
}

/**
 * Plans the import of a calibration of Google's processors (rules IMPORT-7 and IMPORT-8). Published calibrations do not
 * state their time: `measured_at` gives it if the calibration has none.
 */
export function importGoogle(documents: GoogleDocuments): ImportResult {
  const problems = new Problems();
  const device = new DeviceReadings();
  const calibration = readCalibration(documents.calibration, problems, device.leftOut);
  const name = readDeviceName(documents.device_name, 'device_name', problems) ?? 'google';
  const given = documents.measured_at;
  const at = given === undefined ? calibration?.at : readDocumentDate(given, 'measured_at', problems);
  if (calibration && at === undefined && given === undefined) {
    problems.add('measured_at', 'is needed: the calibration does not say when it was made');
  }
  if (calibration?.entries.length === 0) {
    problems.add('calibration', 'has no number of any qubit');
    problems.addLeftOut(device.leftOut);
  }
  if (!calibration || at === undefined || problems.list.length > 0) return { ok: false, problems: problems.list };
  const qubits = gather(device, calibration.entries, at);
  const topology = topologyOfDevice({
    format: 'google',
    origin: 'Google',
    name,
    qids: qubits.map(({ qid }) => qid),
    positions: fromZero(Object.fromEntries(qubits.map(({ qid, row, col }) => [qid, { row, col }]))),
    couplings: device.pairs,
    directed: false,
  });
  const plan = device.plan({ format: 'google', name, topology }, warningsOf(calibration.entries));
  return { ok: true, plan, datePath: given === undefined ? calibration.datePath : 'measured_at' };
}

/** The claims of the entries, one for each metric of a target; of a pair one for each order, where their numbers differ. */
function claimsOf(device: DeviceReadings, entries: readonly GoogleEntry[]): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const claim of entries.map(claimOf)) {
    const placeOf = (id: string) => `${claim.kind} ${id} ${claim.metric.key}`;
    const exchanged = claim.exchangedId === claim.id ? undefined : claims.get(placeOf(claim.exchangedId));
    const other = claims.get(placeOf(claim.id)) ?? exchanged;
    if (other && isRepeat(claim, other)) continue;
    if (!other || (other === exchanged && claim.metric.rank === other.metric.rank)) {
      claims.set(placeOf(claim.id), claim);
      continue;
    }
    const [kept, dropped] = claim.metric.rank < other.metric.rank ? [claim, other] : [other, claim];
    claims.delete(placeOf(dropped.id));
    claims.set(placeOf(kept.id), kept);
    const isWorse = kept.metric.rank !== dropped.metric.rank;
    const reason = isWorse ? 'a better measurement of it is there' : 'another number of it is there';
    device.leftOut.add(dropped.entry.path, reason);
  }
  return claims;
}

/** Reads the entries into the device; answers its qubits in their order on the grid. */
function gather(device: DeviceReadings, entries: readonly GoogleEntry[], at: string): GridQubit[] {
  const qubits = new Map(entries.flatMap((entry) => entry.qubits.map((qubit) => [qubit.qid, qubit] as const)));
  const claims = claimsOf(device, entries);
  for (const { kind, id } of claims.values()) {
    if (kind === 'coupling') device.addCoupling(id.split('-').sort(compareQids) as [string, string]);
  }
  for (const qid of qubits.keys()) device.addQubit(qid);
  for (const { kind, id, metric, entry } of claims.values()) {
    const { key, unit, rule, toAverage } = metric;
    // An error of 1 or more means broken, whichever kind of error it is.
    const value =
      entry.value === null || (rule === 'error' && entry.value >= 1) ? entry.value : entry.value * toAverage;
    device.addNumber({ kind, id, at }, key, { value, unit }, rule, { path: `${entry.path}.values[0]` });
  }
  addAverageReadout(device, claims, at);
  return [...qubits.values()].sort(compareGridQubits);
}

/** Equal numbers, such as those of both orders of a pair, are one. */
const isRepeat = (claim: Claim, other: Claim): boolean =>
  claim.metric.rank === other.metric.rank && claim.entry.value === other.entry.value;

function claimOf(entry: GoogleEntry): Claim {
  const [first, second] = entry.qubits;
  const kind = second ? 'coupling' : 'qubit';
  const id = second ? `${first.qid}-${second.qid}` : first.qid;
  const exchangedId = second ? `${second.qid}-${first.qid}` : first.qid;
  return { kind, id, exchangedId, metric: googleMetric(entry.name, kind), entry };
}

/** The readout fidelity of a qubit is the mean of its two states; if one is broken or missing there is none. */
function addAverageReadout(device: DeviceReadings, claims: ReadonlyMap<string, Claim>, at: string): void {
  const key = 'average_readout_fidelity';
  for (const qid of device.qids) {
    const [zero, one] = ['readout_fidelity_0', 'readout_fidelity_1'].map((of) => claims.get(`qubit ${qid} ${of}`));
    const [e0, e1] = [zero?.entry.value, one?.entry.value];
    if (zero === undefined || one === undefined || claims.has(`qubit ${qid} ${key}`)) continue;
    const broken = [e0, e1].some((error) => (error ?? 0) >= 1);
    const value = typeof e0 === 'number' && typeof e1 === 'number' ? (broken ? 1 : (e0 + e1) / 2) : null;
    device.addDerived({ kind: 'qubit', id: qid, at }, key, { value, unit: '' }, 'error');
  }
}

/** Warns of fidelities of two-qubit gates that include more than the gate. */
function warningsOf(entries: readonly GoogleEntry[]): string[] {
  const names = [...new Set(entries.map(({ name }) => name))].sort();
  const cycles = names.filter((name) => /_gate_xeb_(average|pauli)_error_per_cycle$/.test(name));
  return cycles.map((name) => `${name}: an error of a cycle, which the one-qubit gates of that cycle are part of`);
}
