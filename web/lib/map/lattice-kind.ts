import type { LatticeKind, TargetKind } from '../api/wire.ts';

/** The layer of a map that a kind is on: that of the qubits, else that of the couplings. */
export const latticeKind = (kind: TargetKind): LatticeKind => (kind === 'qubit' ? kind : 'coupling');
