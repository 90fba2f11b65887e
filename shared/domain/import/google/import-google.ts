import { compareQids } from '../../coupling-id.ts';
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
  id: string;
  metric: GoogleMetric;
  entry: GoogleEntry;
}

/**
 * Plans the import of a calibration of Google's processors (rules IMPORT-7 and IMPORT-8). Published calibrations say
 * nothing of when they were made: `measured_at` does, where the calibration itself has no time.
 */
export function importGoogle(documents: GoogleDocuments): ImportResult {
  const problems = new Problems();
  const calibration = readCalibration(documents.calibration, problems);
  const name = readDeviceName(documents.device_name, 'device_name', problems) ?? 'google';
  const given = documents.measured_at;
  const at = given === undefined ? calibration?.at : readDocumentDate(given, 'measured_at', problems);
  if (calibration && at === undefined && given === undefined) {
    problems.add('measured_at', 'is needed: the calibration does not say when it was made');
  }
  if (calibration?.entries.length === 0) problems.add('calibration', 'has no number of any qubit');
  if (!calibration || at === undefined || problems.list.length > 0) return { ok: false, problems: problems.list };
  const { device, qubits } = gather(calibration.entries, at, problems);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const topology = topologyOfDevice({
    format: 'google',
    origin: 'Google',
    name,
    qubits: fromZero(Object.fromEntries(qubits.map(({ qid, row, col }) => [qid, { row, col }]))),
    couplings: device.pairs,
    directed: false,
  });
  return { ok: true, plan: device.plan({ format: 'google', name, topology }, warningsOf(calibration.entries)) };
}

function gather(entries: readonly GoogleEntry[], at: string, problems: Problems) {
  const device = new DeviceReadings();
  const qubits = new Map<string, GridQubit>();
  const claims = new Map<string, Claim>();
  for (const entry of entries) {
    for (const qubit of entry.qubits) qubits.set(qubit.qid, qubit);
    const claim = claimOf(entry);
    if (claim.kind === 'coupling') device.addCoupling(claim.id.split('-') as [string, string]);
    const place = `${claim.kind} ${claim.id} ${claim.metric.key}`;
    const other = claims.get(place);
    if (other?.metric.rank === claim.metric.rank) {
      problems.add('calibration', `gives ${entry.name} of ${claim.kind} ${claim.id} a second time`);
    }
    if (!other || claim.metric.rank < other.metric.rank) claims.set(place, claim);
  }
  for (const qid of qubits.keys()) device.addQubit(qid);
  for (const { kind, id, metric, entry } of claims.values()) {
    const { key, unit, rule, toAverage } = metric;
    // An error of 1 or more means broken, whichever kind of error it is.
    const value =
      entry.value === null || (rule === 'error' && entry.value >= 1) ? entry.value : entry.value * toAverage;
    device.addNumber({ kind, id, at }, key, { value, unit }, rule);
  }
  addAverageReadout(device, claims, at);
  return { device, qubits: [...qubits.values()].sort(compareGridQubits) };
}

function claimOf(entry: GoogleEntry): Claim {
  const [first, second] = entry.qubits;
  const kind = second ? 'coupling' : 'qubit';
  const id = second ? [first.qid, second.qid].sort(compareQids).join('-') : first.qid;
  return { kind, id, metric: googleMetric(entry.name, kind), entry };
}

/** The readout fidelity of a qubit is the mean of its two states; where one is broken or missing there is none. */
function addAverageReadout(device: DeviceReadings, claims: ReadonlyMap<string, Claim>, at: string): void {
  const key = 'average_readout_fidelity';
  for (const qid of device.qids) {
    const [zero, one] = ['readout_fidelity_0', 'readout_fidelity_1'].map((of) => claims.get(`qubit ${qid} ${of}`));
    const [e0, e1] = [zero?.entry.value, one?.entry.value];
    if (zero === undefined || one === undefined || claims.has(`qubit ${qid} ${key}`)) continue;
    const broken = [e0, e1].some((error) => (error ?? 0) >= 1);
    const value = typeof e0 === 'number' && typeof e1 === 'number' ? (broken ? 1 : (e0 + e1) / 2) : null;
    device.addNumber({ kind: 'qubit', id: qid, at }, key, { value, unit: '' }, 'error');
  }
}

/** What a fidelity of two-qubit gates holds beside the gate. */
function warningsOf(entries: readonly GoogleEntry[]): string[] {
  const names = [...new Set(entries.map(({ name }) => name))].sort();
  const cycles = names.filter((name) => /_gate_xeb_(average|pauli)_error_per_cycle$/.test(name));
  return cycles.map((name) => `${name}: an error of a cycle, which the one-qubit gates of that cycle are part of`);
}
