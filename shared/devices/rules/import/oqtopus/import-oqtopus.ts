import { undirectedCouplingId } from '../../../../chips/rules/coupling-id.ts';
import type { Position } from '../../../../chips/rules/topology/types.ts';
import { isQid } from '../../../../kernel/rules/ids.ts';
import { DeviceReadings, type EntryPath, type TargetAt } from '../device-readings.ts';
import { topologyOfDevice } from '../device-topology.ts';
import { readDeviceName, readDocumentDate } from '../document-date.ts';
import { leavesOf, readFieldNumber, valueAt } from '../fields.ts';
import type { ImportPlan, ImportResult } from '../plan.ts';
import { isObject, Problems, readArray, readObject } from '../problems.ts';
import { couplingFields, type DeviceField, qubitFields, readAlready } from './fields.ts';
import { placesOf } from './places.ts';
import { type IsSubstitute, substitutesOf } from './substitutes.ts';

/** A device topology of OQTOPUS, and the time that it is of where it does not say it. */
export interface OqtopusDocuments {
  device: unknown;
  measured_at?: unknown;
}

/** A qubit or a coupling of the document that names its target. */
interface Found {
  target: TargetAt;
  entry: Record<string, unknown>;
  from: Required<EntryPath>;
}

/** Plans the import of a device topology of OQTOPUS (rules IMPORT-7 and IMPORT-14). A chip that is there keeps its other qubits. */
export function importOqtopus(documents: OqtopusDocuments): ImportResult {
  const problems = new Problems();
  const device = readObject(documents.device, 'device', problems);
  const name = device && readDeviceName(device.name ?? device.device_id, 'device.name', problems);
  const entries = (device && readArray(device.qubits, 'device.qubits', problems)) ?? [];
  const stated = documents.measured_at ?? device?.calibrated_at;
  const isOwnDate = documents.measured_at === undefined && typeof device?.calibrated_at === 'string' && stated !== '';
  const datePath = isOwnDate ? 'device.calibrated_at' : 'measured_at';
  const at = readDocumentDate(stated === '' ? undefined : stated, datePath, problems);
  if (!device || at === undefined || problems.list.length > 0) return { ok: false, problems: problems.list };
  const readings = new DeviceReadings();
  const places = new Map<string, Position>();
  const qubits = readQubits(entries, at, readings, places);
  if (qubits.length === 0) {
    problems.add('device.qubits', 'name no qubit');
    problems.addLeftOut(readings.leftOut);
    return { ok: false, problems: problems.list };
  }
  const couplings = readCouplings(device.couplings, at, readings, qubits);
  const substitutes = substitutesOf(device);
  for (const { target, entry, from } of qubits.map(({ found }) => found)) {
    addFields(readings, target, entry, qubitFields, from, substitutes);
  }
  for (const { target, entry, from } of couplings) {
    addFields(readings, target, entry, couplingFields, from, substitutes);
  }
  readings.leftOut.addUnread(device, topLevelFields, 'device');
  const topology = topologyOfDevice({
    format: 'oqtopus',
    origin: 'OQTOPUS',
    name: name ?? 'oqtopus',
    qids: readings.qids,
    positions: placesOf(readings.qids, places),
    couplings: readings.pairs,
    directed: readings.pairs.length > 0,
  });
  const plan = readings.plan({ format: 'oqtopus', name: topology.name, topology }, [gatesWarning]);
  return { ok: true, plan: asSimulated({ ...plan, partial: true }, device.simulated_values), datePath };
}

const topLevelFields = new Set(
  'name device_id qubits couplings calibrated_at left_out substituted simulated_values'.split(' '),
);

const gatesWarning =
  'the device does not name its one-qubit gate: fidelities of qubits are taken as those of X90, of couplings as those of ZX90';

/** A device that has numbers of a simulator does not say which, so all are taken as such (rule EXPORT-2). */
function asSimulated(plan: ImportPlan, simulatedValues: unknown): ImportPlan {
  if (typeof simulatedValues !== 'number' || simulatedValues <= 0) return plan;
  const targets = plan.targets.map((target) => ({
    ...target,
    values: Object.fromEntries(
      Object.entries(target.values).map(([metric, value]) => [metric, { ...value, source: 'simulator' as const }]),
    ),
  }));
  return { ...plan, targets };
}

interface ReadQubit {
  /** By which couplings name it. */
  id: number;
  qid: string;
  found: Found;
}

/** Qubits by their `physical_id`, which is the number on the chip; `id` is the place in the device. */
function readQubits(
  entries: readonly unknown[],
  at: string,
  readings: DeviceReadings,
  places: Map<string, Position>,
): ReadQubit[] {
  const read: ReadQubit[] = [];
  const seen = new Set<string | number>();
  for (const [index, given] of entries.entries()) {
    const [path, place] = [`device.qubits[${index}]`, 'device.qubits[]'];
    const ids = idsOf(given, index);
    if ('reason' in ids) {
      readings.leftOut.add(`${path}${ids.field}`, ids.reason, `${place}${ids.field}`);
      continue;
    }
    const { id, qid, entry } = ids;
    if (seen.has(id) || seen.has(qid)) {
      readings.leftOut.add(path, 'repeats a qubit before it', place);
      continue;
    }
    seen.add(id).add(qid);
    readings.addQubit(qid);
    const { x, y } = isObject(entry.position) ? entry.position : {};
    if (typeof x === 'number' && typeof y === 'number') places.set(qid, { col: x, row: -y });
    read.push({ id, qid, found: { target: { kind: 'qubit', id: qid, at }, entry, from: { path, place } } });
  }
  return read;
}

/** The ids of a qubit, or which field of it keeps it out. */
function idsOf(entry: unknown, index: number): { id: number; qid: string; entry: Record<string, unknown> } | Unread {
  if (!isObject(entry)) return { reason: 'is not an object', field: '' };
  const { id = index, physical_id = id } = entry;
  const qid = typeof physical_id === 'number' || typeof physical_id === 'string' ? String(physical_id) : '';
  if (!isCount(id)) return { reason: 'is not the number of a qubit', field: '.id' };
  return isQid(qid) ? { id, qid, entry } : { reason: 'cannot be the id of a qubit', field: '.physical_id' };
}

interface Unread {
  reason: string;
  field: string;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Couplings from their control to their target, each of which is the `id` of a qubit. */
function readCouplings(given: unknown, at: string, readings: DeviceReadings, qubits: readonly ReadQubit[]): Found[] {
  if (given !== undefined && !Array.isArray(given)) readings.leftOut.add('device.couplings', 'is not a list');
  const qids = new Map(qubits.map(({ id, qid }) => [id, qid]));
  const edges = new Set<string>();
  return (Array.isArray(given) ? given : []).flatMap((entry, index): Found[] => {
    const [path, place] = [`device.couplings[${index}]`, 'device.couplings[]'];
    const leaveOut = (reason: string): [] => {
      readings.leftOut.add(path, reason, place);
      return [];
    };
    if (!isObject(entry)) return leaveOut('is not an object');
    const [control, target] = [entry.control, entry.target].map((id) => (isCount(id) ? qids.get(id) : undefined));
    if (control === undefined || target === undefined) return leaveOut('does not name two qubits of the device');
    if (control === target) return leaveOut('couples a qubit with itself');
    const edge = undirectedCouplingId(control, target);
    if (edges.has(edge)) return leaveOut('repeats a coupling before it');
    edges.add(edge);
    readings.addCoupling([control, target]);
    return [{ target: { kind: 'coupling', id: `${control}-${target}`, at }, entry, from: { path, place } }];
  });
}

/** Takes over the fields that are known, and names those that are not and those that stand for unknown numbers. */
function addFields(
  readings: DeviceReadings,
  target: TargetAt,
  entry: Record<string, unknown>,
  fields: readonly DeviceField[],
  from: Required<EntryPath>,
  isSubstitute: IsSubstitute,
): void {
  const known = new Set([...readAlready, ...fields.map(({ path }) => path.join('.'))]);
  const entryAt = (name: string) => ({ path: `${from.path}.${name}`, place: `${from.place}.${name}` });
  for (const field of fields) {
    const given = valueAt(entry, field.path);
    const own = entryAt(field.path.join('.'));
    const found = readFieldNumber(given, field);
    if (found === undefined) readings.leftOut.add(own.path, 'is not a number', own.place);
    else if (found && isSubstitute(target, entry, field)) readings.leftOut.add(own.path, standsForUnknown, own.place);
    else if (found) readings.addNumber(target, field.key, found, field.rule, own);
  }
  for (const leaf of leavesOf(entry).map((path) => path.join('.').slice(0, 80))) {
    const { path, place } = entryAt(leaf);
    if (!known.has(leaf)) readings.leftOut.add(path, 'no metric is known for it', place);
  }
}

const standsForUnknown = 'stands for a number that is not known';
