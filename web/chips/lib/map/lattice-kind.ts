import type { LatticeKind, TargetKind } from '../../../ui/lib/api/wire.ts';

/** The map layer of a kind: the qubits, else the couplings. */
export const latticeKind = (kind: TargetKind): LatticeKind => (kind === 'qubit' ? kind : 'coupling');
