import { splitCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { ownEntry } from '../../../../kernel/rules/own-entry.ts';
import { conversionOf } from '../../../../values/rules/units/conversion.ts';
import type { ExportedChip, ExportedTarget } from '../chip-document.ts';
import { LeftOutFields } from '../parameters/left-out.ts';
import { gatesOf, type HandOver, restrict } from './hand-over.ts';

/** Stands for the qubit or coupling itself in a list of fields that are left out. */
export const WHOLE_TARGET = 'target';

/**
 * Leaves out what a compiler must not use, since it takes an unknown error for none: qubits without a usable readout and
 * one-qubit gate, and couplings without a usable gate (rule EXPORT-12).
 * @param isKnownGate which gates of couplings the format has, by the metric of their fidelity.
 */
export function usableChip(
  { chip, metricOf, reasonFor }: HandOver,
  isKnownGate: (metric: string) => boolean = () => true,
): { chip: ExportedChip; leftOut: LeftOutFields } {
  const leftOut = new LeftOutFields();
  const needed = [metricOf('readout'), metricOf('one_qubit_gate')];
  const reason = (kind: 'qubit' | 'coupling', id: string, metric: string) =>
    `${metric}: ${reasonFor(kind, id, metric) ?? 'no fidelity above 0 and up to 1'}`;
  const leaveOut = (kind: 'qubit' | 'coupling', id: string, why: string): false => {
    leftOut.add(kind, id, WHOLE_TARGET, why);
    return false;
  };
  const qubits = chip.qubits.filter((qubit) => {
    const lacking = needed.find((metric) => !isUsable(qubit, metric));
    return lacking === undefined || leaveOut('qubit', qubit.id, reason('qubit', qubit.id, lacking));
  });
  const all = new Set(chip.qubits.map(({ id }) => id));
  const kept = new Set(qubits.map(({ id }) => id));
  const couplings = chip.couplings.filter((coupling) => {
    const [pair = []] = splitCouplingId(coupling.id, all);
    if (!pair.every((qid) => kept.has(qid))) return leaveOut('coupling', coupling.id, 'a qubit of it is left out');
    const gates = gatesOf(coupling, metricOf('two_qubit_gate'));
    const known = gates.filter(isKnownGate);
    if (known.some((metric) => isUsable(coupling, metric))) return true;
    const [first] = known;
    if (first === undefined) return leaveOut('coupling', coupling.id, `${gates[0]}: the format has no such gate`);
    return leaveOut('coupling', coupling.id, reason('coupling', coupling.id, first));
  });
  return { chip: restrict(chip, qubits, couplings), leftOut };
}

/** A fidelity that is known, not marked faulty, and possible (rule HEALTH-4). */
export function isUsable({ values, faulty }: ExportedTarget, metric: string): boolean {
  const found = Object.hasOwn(faulty, metric) ? undefined : ownEntry(values, metric);
  const value = found && conversionOf(found.unit, '')?.value(found.value);
  return value !== undefined && value > 0 && value <= 1;
}
