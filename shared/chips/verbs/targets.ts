import type { TargetRef } from '../../kernel/store/keys.ts';
import { couplingId } from '../rules/coupling-id.ts';
import type { Topology } from '../rules/topology/types.ts';
import { emptyNote, type TargetRecord } from '../store/chips.ts';

/** Qubits and couplings of a topology, one record an edge (rule CHIP-10). */
export function targetRefsOf(topology: Topology): TargetRef[] {
  return [
    ...Object.keys(topology.qubits).map((id) => ({ kind: 'qubit' as const, id })),
    ...topology.couplings.map(([a, b]) => ({ kind: 'coupling' as const, id: couplingId(a, b, topology.directed) })),
  ];
}

/** A qubit or coupling that nothing is known of yet. */
export function newTarget(
  chip: { projectId: string; chipId: string; username: string },
  ref: TargetRef,
  now: string,
): TargetRecord {
  return {
    projectId: chip.projectId,
    chipId: chip.chipId,
    ...ref,
    username: chip.username,
    status: 'pending',
    data: {},
    faulty: {},
    note: emptyNote,
    metricNotes: {},
    createdAt: now,
    updatedAt: now,
  };
}
