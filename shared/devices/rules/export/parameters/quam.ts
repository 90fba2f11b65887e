import { splitCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { couplerFields, GATE_NAME, qubitFields } from '../../import/quam/fields.ts';
import type { ExportedChip, ExportedTarget } from '../chip-document.ts';
import { byDirection } from './directions.ts';
import { fieldNumber, fieldsOfToday, leaveElements, leaveRest, newestOf, reasons, setAt } from './fields.ts';
import { type ExportedParameters, LeftOutFields } from './left-out.ts';
import { addSecondTransition } from './qibolab.ts';

interface Writer {
  leftOut: LeftOutFields;
  measured: string[];
}

/**
 * The parameters of a QuAM's state: everything that its import takes over (rules EXPORT-7 and IMPORT-10), to be merged into a
 * state, which has the wiring and the classes as well.
 */
export function quamState(chip: ExportedChip): ExportedParameters {
  const writer = { leftOut: new LeftOutFields(), measured: [] };
  const qubits = Object.fromEntries(chip.qubits.map((target) => [target.id, qubitOf(chip, target, writer)]));
  const known = new Set(Object.keys(qubits));
  const couplings = chip.couplings.flatMap((target) => byDirection(target, known));
  const couplers = new Map(chip.elements?.coupler?.map((target) => [target.id, target]));
  const pairs = couplings.map((target) => {
    const coupler = couplers.get(target.id);
    couplers.delete(target.id);
    const entry = pairOf(target, known, writer);
    return [target.id, coupler ? { ...entry, coupler: couplerOf(coupler, writer) } : entry];
  });
  leaveElements(writer.leftOut, { coupler: [...couplers.values()] });
  leaveElements(writer.leftOut, chip.elements, ['gate', 'chain']);
  const document = { qubits, qubit_pairs: Object.fromEntries(pairs) };
  return { document, measuredAt: newestOf(writer.measured), leftOut: writer.leftOut.list };
}

function qubitOf({ topology }: ExportedChip, target: ExportedTarget, { leftOut, measured }: Writer) {
  const entry: Record<string, unknown> = { id: target.id };
  const at = topology.qubits[target.id];
  if (at) entry.grid_location = `${at.col},${at.row}`;
  const carried = new Set<string>();
  for (const field of fieldsOfToday(qubitFields)) {
    const value = target.values[field.key];
    if (!value) continue;
    carried.add(field.key);
    const number = fieldNumber('qubit', field, value);
    if (!number) leftOut.add('qubit', target.id, field.key, reasons.number);
    else {
      measured.push(value.calibratedAt);
      setAt(entry, field.path, number.value);
      if (number.error !== undefined) leftOut.add('qubit', target.id, `${field.key} error`, reasons.error);
    }
  }
  addSecondTransition(target, entry, { first: ['f_01'], second: ['f_12'] }, { carried, leftOut, measured });
  addConfusion(target, entry, carried, { leftOut, measured });
  leaveRest(leftOut, 'qubit', target, carried);
  return entry;
}

/** The diagonal of the confusion matrix; the mean of both states follows from it. */
function addConfusion(
  { id, values }: ExportedTarget,
  entry: Record<string, unknown>,
  carried: Set<string>,
  { leftOut, measured }: Writer,
): void {
  const { readout_fidelity_0: zero, readout_fidelity_1: one, average_readout_fidelity: mean } = values;
  if (!zero || !one) return;
  for (const { value, error, calibratedAt, metric } of [
    { ...zero, metric: 'readout_fidelity_0' },
    { ...one, metric: 'readout_fidelity_1' },
  ]) {
    carried.add(metric);
    measured.push(calibratedAt);
    if (error !== undefined && value > 0) leftOut.add('qubit', id, `${metric} error`, reasons.error);
  }
  setAt(
    entry,
    ['resonator', 'confusion_matrix'],
    [
      [zero.value, 1 - zero.value],
      [1 - one.value, one.value],
    ],
  );
  if (!mean) return;
  carried.add('average_readout_fidelity');
  if (mean.value !== (zero.value + one.value) / 2)
    leftOut.add('qubit', id, 'average_readout_fidelity', 'the format has it as the mean of both states, which differs');
}

function couplerOf(target: ExportedTarget, { leftOut, measured }: Writer) {
  const entry: Record<string, unknown> = {};
  const carried = new Set<string>();
  for (const field of couplerFields) {
    const value = target.values[field.key];
    if (!value) continue;
    carried.add(field.key);
    const number = fieldNumber('coupler', field, value);
    if (!number) leftOut.add('coupler', target.id, field.key, reasons.number);
    else {
      measured.push(value.calibratedAt);
      setAt(entry, field.path, number.value);
      if (number.error !== undefined) leftOut.add('coupler', target.id, `${field.key} error`, reasons.error);
    }
  }
  leaveRest(leftOut, 'coupler', target, carried);
  return entry;
}

const GATE_FIDELITY = /^(.+)_gate_fidelity$/;

function pairOf(target: ExportedTarget, known: ReadonlySet<string>, { leftOut, measured }: Writer) {
  const [pair] = splitCouplingId(target.id, known);
  const entry: Record<string, unknown> = {
    id: target.id,
    qubit_control: `#/qubits/${pair?.[0]}`,
    qubit_target: `#/qubits/${pair?.[1]}`,
  };
  const carried = new Set<string>();
  for (const [metric, value] of Object.entries(target.values)) {
    const gate = GATE_FIDELITY.exec(metric)?.[1];
    if (gate === undefined || !GATE_NAME.test(gate) || value.unit !== '') continue;
    carried.add(metric);
    if (value.value <= 0) {
      leftOut.add('coupling', target.id, metric, reasons.number);
      continue;
    }
    measured.push(value.calibratedAt);
    setAt(entry, ['macros', gate, 'fidelity', 'averaged'], value.value);
    if (value.error !== undefined) leftOut.add('coupling', target.id, `${metric} error`, reasons.error);
  }
  leaveRest(leftOut, 'coupling', target, carried);
  return entry;
}
