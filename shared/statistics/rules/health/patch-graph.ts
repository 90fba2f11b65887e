import { splitCouplingId } from '../../../chips/rules/coupling-id.ts';
import { costOf } from '../patch/best-patch.ts';
import type { PatchGraph } from '../patch/graph.ts';

/** Why a qubit or coupling may be in no patch (rule HEALTH-4). */
export type LeftOutReason = 'faulty' | 'held' | 'missing' | 'excluded' | 'qubit_left_out';

/** A qubit or coupling that may be in no patch. */
export interface LeftOut {
  id: string;
  reason: LeftOutReason;
  /** The metrics that are faulty, held or missing. */
  metrics: string[];
}

/** What a patch needs to know of a target: its fidelities by metric; null is a faulty mark, absent is missing. */
export interface PatchTarget {
  id: string;
  fidelities: readonly { metric: string; value: number | null | undefined; isHeld: boolean }[];
}

/** A chip as a patch is looked for on it, and what of it is left out. */
export interface PatchInput {
  graph: PatchGraph;
  leftOut: { qubits: LeftOut[]; couplings: LeftOut[] };
  /** Ids of usable couplings by their two qubits, in the order of the id. */
  couplings: readonly { id: string; qubits: readonly [string, string]; cost: number }[];
}

/** The graph of usable parts: each required fidelity exists, and the qubit is not excluded by hand. */
export function patchInput(
  qubits: readonly PatchTarget[],
  couplings: readonly PatchTarget[],
  excluded: ReadonlySet<string>,
): PatchInput {
  const leftOut: PatchInput['leftOut'] = { qubits: [], couplings: [] };
  const costs = new Map<string, number>();
  for (const qubit of qubits) {
    const out = excluded.has(qubit.id) ? { id: qubit.id, reason: 'excluded' as const, metrics: [] } : unusable(qubit);
    if (out) leftOut.qubits.push(out);
    else costs.set(qubit.id, costOfTarget(qubit));
  }
  const known = new Set(qubits.map(({ id }) => id));
  const usable: PatchInput['couplings'][number][] = [];
  for (const coupling of couplings) {
    const [pair] = splitCouplingId(coupling.id, known);
    const out = unusable(coupling);
    if (out) leftOut.couplings.push(out);
    else if (pair?.every((qid) => costs.has(qid)))
      usable.push({ id: coupling.id, qubits: pair, cost: costOfTarget(coupling) });
    else leftOut.couplings.push({ id: coupling.id, reason: 'qubit_left_out', metrics: [] });
  }
  return { graph: { qubits: costs, couplings: usable }, leftOut, couplings: usable };
}

function unusable({ id, fidelities }: PatchTarget): LeftOut | undefined {
  const because = (reason: LeftOutReason, found: PatchTarget['fidelities']) =>
    found.length === 0 ? undefined : { id, reason, metrics: found.map(({ metric }) => metric) };
  return (
    because(
      'faulty',
      fidelities.filter(({ value }) => value === null),
    ) ??
    because(
      'held',
      fidelities.filter(({ isHeld }) => isHeld),
    ) ??
    because(
      'missing',
      fidelities.filter(({ value }) => !isUsable(value ?? 0)),
    )
  );
}

/** A fidelity of 0 has no finite cost, and one beyond 1 would be a gain. */
const isUsable = (value: number): boolean => value > 0 && value <= 1;

const costOfTarget = ({ fidelities }: PatchTarget): number => costOf(...fidelities.map(({ value }) => value ?? 1));
