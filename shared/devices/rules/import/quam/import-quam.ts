import type { Position } from '../../../../chips/rules/topology/types.ts';
import { isQid } from '../../../../kernel/rules/ids.ts';
import { addDifference } from '../anharmonicity.ts';
import { DeviceReadings, type TargetAt } from '../device-readings.ts';
import { fromZero, haveSharedPosition, topologyOfDevice } from '../device-topology.ts';
import { readDeviceName, readDocumentDate } from '../document-date.ts';
import { leavesOf, numberOf, readFieldNumber, valueAt } from '../fields.ts';
import type { ImportResult } from '../plan.ts';
import { isObject, Problems, readObject } from '../problems.ts';
import { averageNames, couplerFields, GATE_NAME, pairFidelities, qubitFields } from './fields.ts';
import { isDangling, referencedQubit, resolve } from './references.ts';

/** The state of a QuAM (`state.json`), its `wiring.json` if that is a separate file, and the time of both. */
export interface QuamDocuments {
  state: unknown;
  wiring?: unknown;
  measured_at?: unknown;
  device_name?: unknown;
}

/** What the steps of an import share. */
interface Reader {
  state: Record<string, unknown>;
  at: string;
  device: DeviceReadings;
}

/** Plans the import of the state of a QuAM with transmons (rules IMPORT-7 and IMPORT-10). */
export function importQuam(documents: QuamDocuments): ImportResult {
  const problems = new Problems();
  const given = readObject(documents.state, 'state', problems);
  const wiring = documents.wiring === undefined ? {} : readObject(documents.wiring, 'wiring', problems);
  const at = readDocumentDate(documents.measured_at, 'measured_at', problems);
  const name = readDeviceName(documents.device_name, 'device_name', problems) ?? 'quam';
  const qubits = given && readObject(given.qubits, 'state.qubits', problems);
  if (qubits && Object.keys(qubits).length === 0) problems.add('state.qubits', 'names no qubit');
  const isRefused = problems.list.length > 0;
  if (isRefused || !given || !wiring || !qubits || at === undefined) return { ok: false, problems: problems.list };
  const { device, ...reader } = { state: { ...wiring, ...given }, at, device: new DeviceReadings() };
  for (const qid of Object.keys(qubits)) readQubit({ ...reader, device }, qid);
  const { qubit_pairs: pairs = {} } = given;
  if (!isObject(pairs)) device.leftOut.add('state.qubit_pairs', 'is not an object');
  else {
    const qids = new Set(device.qids);
    // In one order, so that the order of keys has no meaning where two pairs are of the same qubits.
    for (const pairName of Object.keys(pairs).sort()) readPair({ ...reader, device }, pairName, qids);
  }
  device.leftOut.addUnread(given, topLevelFields, 'state');
  device.leftOut.addUnread(wiring, topLevelFields, 'wiring');
  if (device.qids.length === 0) {
    problems.add('state.qubits', 'names no qubit that can be read');
    problems.addLeftOut(device.leftOut);
    return { ok: false, problems: problems.list };
  }
  const topology = topologyOfDevice({
    format: 'quam',
    origin: 'QuAM',
    name,
    qids: device.qids,
    positions: positionsOf({ ...reader, device }),
    couplings: device.pairs,
    directed: device.pairs.length > 0,
  });
  return { ok: true, plan: device.plan({ format: 'quam', name, topology }), datePath: 'measured_at' };
}

/** What is read, and what says which classes the parts of a state are of. */
const topLevelFields = new Set(['qubits', 'qubit_pairs', 'wiring', 'network', '__class__', '__package_versions__']);

const placeOfQubit = 'state.qubits.*';

function readQubit({ state, at, device }: Reader, qid: string): undefined {
  const path = `state.qubits.${qid.slice(0, 80)}`;
  if (!isQid(qid)) return device.leftOut.add(path, 'cannot be the id of a qubit', placeOfQubit);
  const qubit = resolve(state, ['qubits', qid]);
  if (!isObject(qubit)) return device.leftOut.add(path, 'is not an object', placeOfQubit);
  device.addQubit(qid);
  const numberAt = (...names: string[]) => resolve(state, ['qubits', qid, ...names]);
  const target = { kind: 'qubit', id: qid, at } as const;
  const entryAt = (names: readonly string[]) => ({
    path: [path, ...names].join('.'),
    place: [placeOfQubit, ...names].join('.'),
  });
  for (const field of qubitFields) {
    const found = readFieldNumber(numberAt(...field.path), field);
    const from = entryAt(field.path);
    if (found === undefined) device.leftOut.add(from.path, 'is not a number', from.place);
    else if (found) device.addNumber(target, field.key, found, field.rule, from);
  }
  addGateFidelities(device, target, numberAt('gate_fidelity'), entryAt);
  addAnharmonicity(device, target, numberAt, entryAt);
  addConfusion(device, target, numberAt('resonator', 'confusion_matrix'), entryAt(['resonator', 'confusion_matrix']));
  addOthers(state, qid, device, entryAt);
}

type EntryAt = (names: readonly string[]) => { path: string; place: string };

/** `gate_fidelity` has the average over the gates of a qubit, and gates by their names. */
function addGateFidelities(device: DeviceReadings, target: TargetAt, stated: unknown, entryAt: EntryAt): undefined {
  if (stated === undefined || stated === null) return;
  if (!isObject(stated)) {
    const { path, place } = entryAt(['gate_fidelity']);
    return device.leftOut.add(path, 'is not an object', place);
  }
  const average = averageNames.find((name) => numberOf(stated[name]) !== undefined);
  for (const [name, value] of Object.entries(stated)) {
    const from = entryAt(['gate_fidelity', name.slice(0, 80)]);
    const isAverage = averageNames.includes(name);
    const found = readFieldNumber(value, { path: [], key: '', unit: '', rule: 'positive' });
    if (!found) device.leftOut.add(from.path, 'is not a number', from.place);
    else if (!isAverage && !GATE_NAME.test(name.toLowerCase())) {
      device.leftOut.add(from.path, 'cannot name a gate', from.place);
    } else if (isAverage && average !== undefined && name !== average) {
      device.leftOut.add(from.path, 'a better measurement of it is there', from.place);
    } else {
      const metric = isAverage ? 'average_gate_fidelity' : `${name.toLowerCase()}_gate_fidelity`;
      device.addNumber(target, metric, found, 'positive', from);
    }
  }
}

/** QuAM's versions differ in the sign of the anharmonicity: two transitions decide it, else a negative number does. */
function addAnharmonicity(
  device: DeviceReadings,
  target: TargetAt,
  numberAt: (...names: string[]) => unknown,
  entryAt: EntryAt,
): undefined {
  const [first, second] = [numberOf(numberAt('f_01')), numberAt('f_12')];
  const lower = first !== undefined && first > 0 ? first : undefined;
  if (second !== undefined) addDifference(device, target, lower, second, entryAt(['f_12']));
  if (lower !== undefined && (numberOf(second) ?? 0) > 0) return;
  const from = entryAt(['anharmonicity']);
  const found = readFieldNumber(numberAt('anharmonicity'), { path: [], key: '', unit: 'Hz', rule: 'nonZero' });
  if (found === null) return;
  if (found === undefined) return device.leftOut.add(from.path, 'is not a number', from.place);
  if ((found.value ?? 0) > 0) return device.leftOut.add(from.path, 'its sign is not stated', from.place);
  device.addNumber(target, 'anharmonicity', found, 'nonZero', from);
}

/** Rows of the confusion matrix are the prepared states: its diagonal has the fidelities of readout. */
function addConfusion(
  device: DeviceReadings,
  target: TargetAt,
  matrix: unknown,
  from: { path: string; place: string },
): undefined {
  if (matrix === undefined || matrix === null) return;
  const [zero, one] = Array.isArray(matrix) ? [matrix[0]?.[0], matrix[1]?.[1]].map(numberOf) : [];
  if (zero === undefined || one === undefined) {
    return device.leftOut.add(from.path, 'is not a matrix of two rows of numbers', from.place);
  }
  device.addNumber(target, 'readout_fidelity_0', { value: zero, unit: '' }, 'positive', from);
  device.addNumber(target, 'readout_fidelity_1', { value: one, unit: '' }, 'positive', from);
  device.addDerived(target, 'average_readout_fidelity', { value: (zero + one) / 2, unit: '' }, 'positive');
}

/** Fields of a qubit that are read, and what says which one it is and where. */
const readPaths = [
  ...qubitFields.map(({ path }) => path),
  ...[['gate_fidelity'], ['anharmonicity'], ['f_12'], ['resonator', 'confusion_matrix']],
  ...[['id'], ['grid_location'], ['__class__'], ['resonator', '__class__'], ['xy', '__class__']],
].map((path) => path.join('.'));
const readWhole = new Set(readPaths);
/** The objects that these fields are in. */
const readParts = new Set(
  readPaths.flatMap((path) => {
    const names = path.split('.');
    return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
  }),
);

/** Parts whose other fields are named one by one; pulses refer to each other, so theirs are not. */
const namedParts = ['', 'resonator', 'xy'];

/** Names what of a qubit is not read: settings of its pulses, lines and readout, and references that lead nowhere. */
function addOthers(state: Record<string, unknown>, qid: string, { leftOut }: DeviceReadings, entryAt: EntryAt): void {
  const leaveOut = (names: readonly string[], reason: string) => {
    const { path, place } = entryAt(names.map((name) => name.slice(0, 80)));
    leftOut.add(path, reason, place);
  };
  for (const path of [...readWhole, ...readParts]) {
    const names = path.split('.');
    const value = resolve(state, ['qubits', qid, ...names]);
    if (isDangling(state, ['qubits', qid, ...names])) leaveOut(names, 'is a reference that leads nowhere');
    else if (readParts.has(path) && value !== undefined && value !== null && !isObject(value)) {
      leaveOut(names, 'is not an object');
    }
  }
  for (const part of namedParts) {
    const names = part === '' ? [] : [part];
    const found = resolve(state, ['qubits', qid, ...names]);
    for (const name of isObject(found) ? Object.keys(found) : []) {
      const path = [...names, name].join('.');
      if (!readWhole.has(path) && !readParts.has(path)) leaveOut([...names, name], 'no metric is known for it');
    }
  }
}

/** A pair of a control and a target, and the fidelities that its gates state. */
function readPair({ state, at, device }: Reader, name: string, qids: ReadonlySet<string>): undefined {
  const path = `state.qubit_pairs.${name.slice(0, 80)}`;
  const place = 'state.qubit_pairs.*';
  const pair = resolve(state, ['qubit_pairs', name]);
  if (!isObject(pair)) return device.leftOut.add(path, 'is not an object', place);
  const [control, target] = ['qubit_control', 'qubit_target'].map((end) => {
    const qid = referencedQubit(state, pair[end], ['qubit_pairs', name]);
    return qid !== undefined && qids.has(qid) ? qid : undefined;
  });
  if (control === undefined || target === undefined) {
    return device.leftOut.add(path, 'does not refer to two qubits of the state, such as #/qubits/q1', place);
  }
  if (control === target) return device.leftOut.add(path, 'couples a qubit with itself', place);
  device.addCoupling([control, target]);
  for (const [field, reason] of unreadOfPair(pair)) {
    device.leftOut.add(`${path}.${field.slice(0, 80)}`, reason, `${place}.${field.slice(0, 80)}`);
  }
  const coupling = { kind: 'coupling', id: `${control}-${target}`, at } as const;
  readCoupler(state, name, coupling, device, { path, place });
  const macros = resolve(state, ['qubit_pairs', name, 'macros']);
  for (const gate of isObject(macros) ? Object.keys(macros) : []) {
    const names = ['macros', gate.slice(0, 80)];
    const entryAt: EntryAt = (more) => ({
      path: [path, ...names, ...more].join('.'),
      place: [place, ...names, ...more].join('.'),
    });
    readGateOfPair(state, ['qubit_pairs', name, 'macros', gate], coupling, device, entryAt);
  }
}

/** The tunable coupler of a pair: its flux offsets. */
function readCoupler(
  state: Record<string, unknown>,
  name: string,
  { id, at }: TargetAt,
  device: DeviceReadings,
  pair: { path: string; place: string },
): undefined {
  const own = ['qubit_pairs', name, 'coupler'];
  const coupler = resolve(state, own);
  const [path, place] = [`${pair.path}.coupler`, `${pair.place}.coupler`];
  if (coupler === undefined || coupler === null) {
    if (isDangling(state, own)) device.leftOut.add(path, 'is a reference that leads nowhere', place);
    return;
  }
  if (!isObject(coupler)) return device.leftOut.add(path, 'is not an object', place);
  const target: TargetAt = { kind: 'coupler', id, at };
  device.addElement({ kind: 'coupler', id });
  for (const entry of Object.keys(coupler)) {
    const field = couplerFields.find(({ key }) => key === entry);
    const from = { path: `${path}.${entry.slice(0, 80)}`, place: `${place}.${entry.slice(0, 80)}` };
    if (!field) {
      if (!unmeasured.has(entry)) device.leftOut.add(from.path, 'no metric is known for it', from.place);
      continue;
    }
    const found = readFieldNumber(resolve(state, [...own, entry]) ?? null, field);
    if (found) device.addNumber(target, field.key, found, field.rule, from);
    else device.leftOut.add(from.path, 'is not a number', from.place);
  }
}

/** Fields of a coupler that hold no number of it. */
const unmeasured = new Set(['id', '__class__']);

/** The fields of a pair that are not read, each with why. */
function unreadOfPair(pair: Record<string, unknown>): [string, string][] {
  return Object.entries(pair).flatMap(([field, value]): [string, string][] => {
    if (!pairFields.has(field)) return [[field, 'no metric is known for it']];
    return field === 'macros' && value !== null && !isObject(value) ? [[field, 'is not an object']] : [];
  });
}

const pairFields = new Set(['id', 'qubit_control', 'qubit_target', 'macros', 'coupler', '__class__']);

/** The fidelity of a gate of a pair. */
function readGateOfPair(
  state: Record<string, unknown>,
  path: readonly string[],
  coupling: TargetAt,
  device: DeviceReadings,
  entryAt: EntryAt,
): void {
  const leaveOut = (names: readonly string[], reason: string) => {
    const from = entryAt(names);
    device.leftOut.add(from.path, reason, from.place);
  };
  const [gate, whole] = [path.at(-1) ?? '', resolve(state, path)];
  if (isDangling(state, path)) leaveOut([], 'is a reference that leads nowhere');
  else if (!isObject(whole)) {
    if (whole !== null) leaveOut([], 'is not an object');
  } else if (isDangling(state, [...path, 'fidelity'])) leaveOut(['fidelity'], 'is a reference that leads nowhere');
  else {
    const stated = resolve(state, [...path, 'fidelity']);
    if (stated === undefined || stated === null) return;
    const fidelityAt: EntryAt = (more) => entryAt(['fidelity', ...more]);
    if (GATE_NAME.test(gate.toLowerCase())) addPairFidelities(device, coupling, gate.toLowerCase(), stated, fidelityAt);
    else leaveOut(['fidelity'], 'cannot name a gate');
  }
}

/** A gate states one number, or several by how they were measured. */
function addPairFidelities(
  device: DeviceReadings,
  target: TargetAt,
  gate: string,
  stated: unknown,
  entryAt: EntryAt,
): void {
  const key = `${gate}_gate_fidelity`;
  if (!isObject(stated)) {
    const found = readFieldNumber(stated, { path: [], key, unit: '', rule: 'positive' });
    const from = entryAt([]);
    if (found) device.addNumber(target, key, found, 'positive', from);
    else device.leftOut.add(from.path, 'is not a number', from.place);
    return;
  }
  const taken = new Set<string>();
  const read = new Set<string>();
  for (const { path, metric } of pairFidelities) {
    const value = numberOf(valueAt(stated, path));
    if (value === undefined) continue;
    read.add(path.join('.'));
    const metricKey = metric === 'gate' ? key : metric;
    const from = entryAt(path);
    if (taken.has(metricKey)) device.leftOut.add(from.path, 'a better measurement of it is there', from.place);
    else device.addNumber(target, metricKey, { value, unit: '' }, 'positive', from);
    taken.add(metricKey);
  }
  for (const leaf of leavesOf(stated)) {
    if (read.has(leaf.join('.'))) continue;
    const { path, place } = entryAt(leaf.map((part) => part.slice(0, 80)));
    device.leftOut.add(path, 'no metric is known for it', place);
  }
}

/** The grid of the qubits' stated positions, `column,row`; undefined if one is missing, or two are equal. */
function positionsOf({ state, device }: Reader): Record<string, Position> | undefined {
  const known = device.qids.flatMap((qid): [string, Position][] => {
    const given = resolve(state, ['qubits', qid, 'grid_location']);
    if (given === undefined || given === null) return [];
    const [, col, row] = /^\(?(-?\d{1,3}),\s*(-?\d{1,3})\)?$/.exec(String(given)) ?? [];
    if (col !== undefined && row !== undefined) return [[qid, { row: Number(row), col: Number(col) }]];
    const { path, place } = { path: `state.qubits.${qid}.grid_location`, place: `${placeOfQubit}.grid_location` };
    return device.leftOut.add(path, 'is not a place, such as 0,1', place) ?? [];
  });
  if (known.length < device.qids.length) return undefined;
  const positions = fromZero(Object.fromEntries(known));
  return haveSharedPosition(positions) ? undefined : positions;
}
