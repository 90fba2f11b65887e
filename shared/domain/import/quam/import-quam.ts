import { compareQids } from '../../coupling-id.ts';
import { isQid } from '../../ids.ts';
import { computedLayout } from '../../topology/layout.ts';
import type { Position } from '../../topology/types.ts';
import { DeviceReadings } from '../device-readings.ts';
import { fromZero, haveSharedPosition, topologyOfDevice } from '../device-topology.ts';
import { readDeviceName, readDocumentDate } from '../document-date.ts';
import { readFieldNumber } from '../fields.ts';
import type { ImportResult } from '../plan.ts';
import { isObject, Problems, readObject } from '../problems.ts';
import { GATE_NAME, qubitFields } from './fields.ts';
import { referencedPath, resolve } from './references.ts';

/** The state of a QuAM (`state.json`), and the time that it is of, which it does not hold. */
export interface QuamDocuments {
  state: unknown;
  measured_at?: unknown;
  device_name?: unknown;
}

/** What the steps of an import share. */
interface Reader {
  state: Record<string, unknown>;
  at: string;
  device: DeviceReadings;
  problems: Problems;
}

/** Plans the import of the state of a QuAM with transmons (rules IMPORT-7 and IMPORT-10). */
export function importQuam(documents: QuamDocuments): ImportResult {
  const problems = new Problems();
  const state = readObject(documents.state, 'state', problems);
  const at = readDocumentDate(documents.measured_at, 'measured_at', problems);
  const name = readDeviceName(documents.device_name, 'device_name', problems) ?? 'quam';
  const qubits = state && readObject(state.qubits, 'state.qubits', problems);
  const pairs = state && readObject(state.qubit_pairs ?? {}, 'state.qubit_pairs', problems);
  if (qubits && Object.keys(qubits).length === 0) problems.add('state.qubits', 'names no qubit');
  if (!state || !qubits || !pairs || at === undefined) return { ok: false, problems: problems.list };
  const reader = { state, at, device: new DeviceReadings(), problems };
  for (const qid of Object.keys(qubits)) readQubit(reader, qid);
  for (const pairName of Object.keys(pairs)) readPair(reader, pairName, qubits);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const { device } = reader;
  const topology = topologyOfDevice({
    format: 'quam',
    origin: 'QuAM',
    name,
    qubits: positionsOf(reader) ?? computedLayout(device.qids, device.pairs),
    couplings: device.pairs,
    directed: device.pairs.length > 0,
  });
  return { ok: true, plan: device.plan({ format: 'quam', name, topology }) };
}

function readQubit({ state, at, device, problems }: Reader, qid: string): undefined {
  const path = `state.qubits.${qid.slice(0, 80)}`;
  if (!isQid(qid)) return problems.add(path, 'cannot be the id of a qubit');
  if (!isObject(resolve(state, ['qubits', qid]))) return problems.add(path, 'must be an object');
  device.addQubit(qid);
  const numberAt = (...names: string[]) => resolve(state, ['qubits', qid, ...names]);
  for (const field of qubitFields) {
    const found = readFieldNumber(numberAt(...field.path), field);
    if (found === undefined) device.leaveOut(field.path.join('.'));
    else if (found) {
      device.addNumber({ kind: 'qubit', id: qid, at }, field.key, found, field.rule);
    }
  }
  addAnharmonicity({ at, device }, qid, numberAt);
  addConfusion({ at, device }, qid, numberAt('resonator', 'confusion_matrix'));
}

/** QuAM's versions differ in the sign of the anharmonicity: two transitions decide it, else a negative number does. */
function addAnharmonicity(
  { at, device }: Pick<Reader, 'at' | 'device'>,
  qid: string,
  numberAt: (...names: string[]) => unknown,
): undefined {
  const [first, second, stated] = ['f_01', 'f_12', 'anharmonicity'].map((name) => numberAt(name));
  const both = typeof first === 'number' && typeof second === 'number' && first > 0 && second > 0;
  const value = both ? second - first : stated;
  if (typeof value !== 'number') return;
  if (!both && value > 0) return device.leaveOut('anharmonicity', 'its sign is not stated');
  device.addNumber({ kind: 'qubit', id: qid, at }, 'anharmonicity', { value, unit: 'Hz' }, 'nonZero');
}

/** Rows of the confusion matrix are the prepared states: its diagonal has the fidelities of readout. */
function addConfusion({ at, device }: Pick<Reader, 'at' | 'device'>, qid: string, matrix: unknown): undefined {
  if (matrix === undefined || matrix === null) return;
  const [zero, one] = Array.isArray(matrix) ? [matrix[0]?.[0], matrix[1]?.[1]] : [];
  if (typeof zero !== 'number' || typeof one !== 'number') return device.leaveOut('resonator.confusion_matrix');
  const values = { readout_fidelity_0: zero, readout_fidelity_1: one, average_readout_fidelity: (zero + one) / 2 };
  for (const [key, value] of Object.entries(values)) {
    device.addNumber({ kind: 'qubit', id: qid, at }, key, { value, unit: '' }, 'positive');
  }
}

/** A pair of a control and a target, and the fidelities that its gates state. */
function readPair({ state, at, device, problems }: Reader, name: string, qubits: Record<string, unknown>): undefined {
  const path = `state.qubit_pairs.${name.slice(0, 80)}`;
  const pair = readObject(resolve(state, ['qubit_pairs', name]), path, problems);
  if (!pair) return;
  const [control, target] = ['qubit_control', 'qubit_target'].map((end) => {
    const qid = endOf(pair[end], ['qubit_pairs', name]);
    return qid !== undefined && Object.hasOwn(qubits, qid)
      ? qid
      : problems.add(`${path}.${end}`, 'must refer to a qubit of the state, such as #/qubits/q1');
  });
  if (control === undefined || target === undefined) return;
  if (control === target) return problems.add(path, 'couples a qubit with itself');
  device.addCoupling([control, target]);
  const macros = resolve(state, ['qubit_pairs', name, 'macros']);
  for (const gate of isObject(macros) ? Object.keys(macros) : []) {
    const stated = resolve(state, ['qubit_pairs', name, 'macros', gate, 'fidelity']);
    const value = isObject(stated) ? stated.averaged : stated;
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number' || !GATE_NAME.test(gate.toLowerCase())) device.leaveOut(`macros.${gate}.fidelity`);
    else {
      const coupling = { kind: 'coupling' as const, id: `${control}-${target}`, at };
      device.addNumber(coupling, `${gate.toLowerCase()}_gate_fidelity`, { value, unit: '' }, 'positive');
    }
  }
}

/** The qid at the end of a reference to a qubit. */
function endOf(reference: unknown, holder: readonly string[]): string | undefined {
  const path = typeof reference === 'string' ? referencedPath(reference, holder) : undefined;
  return path?.length === 2 && path[0] === 'qubits' ? path[1] : undefined;
}

/** The grid that the qubits say they stand on, `column,row`; undefined where one does not, or two stand at one place. */
function positionsOf({ state, device }: Reader): Record<string, Position> | undefined {
  const found = device.qids.sort(compareQids).map((qid): [string, Position] | undefined => {
    const [, col, row] =
      /^\(?(-?\d{1,3}),\s*(-?\d{1,3})\)?$/.exec(String(resolve(state, ['qubits', qid, 'grid_location']))) ?? [];
    return col === undefined || row === undefined ? undefined : [qid, { row: Number(row), col: Number(col) }];
  });
  const known = found.filter((entry) => entry !== undefined);
  if (known.length < found.length) return undefined;
  const positions = fromZero(Object.fromEntries(known));
  return haveSharedPosition(positions) ? undefined : positions;
}
