import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TargetRecord, ValueRecord } from '../../../chips/store/chips.ts';

/** A qubit or coupling as a run found it. */
export interface TargetSnapshot {
  status: string;
  /** metric -> its current value. */
  data: Record<string, ValueRecord>;
  /** metric -> when it was found faulty. */
  faulty: Record<string, string>;
}

/** The state of a chip when a run began on it, and by what the run was to be done. */
export interface Snapshot {
  chipId: string;
  takenAt: string;
  topologyId: string;
  activityStatus: 'active' | 'inactive';
  cooldownId: string | null;
  /** SHA-256 of the plan as JSON, in hexadecimal; null for a worker's run. */
  planHash: string | null;
  qubits: Record<string, TargetSnapshot>;
  couplings: Record<string, TargetSnapshot>;
}

export const targetSnapshotOf = ({ status, data, faulty }: TargetRecord): TargetSnapshot => ({ status, data, faulty });

/** A snapshot as it is kept: JSON, deflated; that of 1,024 qubits with all their values is under a megabyte. */
export const packSnapshot = (snapshot: Snapshot): Uint8Array => deflateRawSync(JSON.stringify(snapshot));

/** The inverse of `packSnapshot`. */
export const unpackSnapshot = (packed: Uint8Array): Snapshot =>
  JSON.parse(inflateRawSync(packed).toString('utf8')) as Snapshot;
