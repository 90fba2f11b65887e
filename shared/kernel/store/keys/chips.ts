import { isElementKind, type LatticeKind } from '../../../chips/rules/target-kinds.ts';
import {
  chip,
  encodeCouplingId,
  encodePart,
  encodeQid,
  type Key,
  project,
  storedTarget,
  type TargetRef,
} from './parts.ts';

/** Keys of a chip and of what belongs to it. */
export const chipKeys = {
  chip: (projectId: string, chipId: string): Key => ({ pk: project(projectId), sk: `CHIP#${encodePart(chipId)}` }),
  chips: (projectId: string) => ({ pk: project(projectId), prefix: 'CHIP#' }),
  /** A deleted chip that can be restored. */
  deleted: (projectId: string, chipId: string): Key => ({
    pk: project(projectId),
    sk: `DELETEDCHIP#${encodePart(chipId)}`,
  }),
  allDeleted: (projectId: string) => ({ pk: project(projectId), prefix: 'DELETEDCHIP#' }),
  qubit: (projectId: string, chipId: string, qid: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `QUBIT#${encodeQid(qid)}`,
  }),
  qubits: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'QUBIT#' }),
  coupling: (projectId: string, chipId: string, id: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `COUPLING#${encodeCouplingId(id)}`,
  }),
  couplings: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'COUPLING#' }),
  /** What a chip has besides its qubits and couplings; read by no version that knows these alone. */
  element: (projectId: string, chipId: string, target: TargetRef): Key => ({
    pk: chip(projectId, chipId),
    sk: `ELEMENT#${encodePart(storedTarget(target).id)}`,
  }),
  elements: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'ELEMENT#' }),
  target: (projectId: string, chipId: string, target: TargetRef): Key => {
    if (isElementKind(target.kind)) return chipKeys.element(projectId, chipId, target);
    return target.kind === 'qubit'
      ? chipKeys.qubit(projectId, chipId, target.id)
      : chipKeys.coupling(projectId, chipId, target.id);
  },
  /** Bounds of sort keys that divide the qubits or couplings of a chip into ranges for concurrent reads. */
  targetRange: (kind: LatticeKind, from: number, to: number | undefined) => {
    const prefix = kind === 'qubit' ? 'QUBIT#' : 'COUPLING#';
    const bound = (n: number) => `${prefix}${String(n).padStart(4, '0')}`;
    // `~` follows digits and `-`; `$` follows `#`, so the last range reaches past named qubits too.
    return { from: bound(from), through: to === undefined ? `${prefix.slice(0, -1)}$` : `${bound(to - 1)}~` };
  },
  statistics: (projectId: string, chipId: string): Key => ({ pk: chip(projectId, chipId), sk: 'STATS' }),
  /** The one structural job (create, import, delete) that may be under way on a chip. */
  job: (projectId: string, chipId: string): Key => ({ pk: chip(projectId, chipId), sk: 'JOB' }),
  jobPart: (projectId: string, chipId: string, jobId: string, part: number): Key => ({
    pk: chip(projectId, chipId),
    sk: `JOBPART#${encodePart(jobId)}#${String(part).padStart(4, '0')}`,
  }),
  jobParts: (projectId: string, chipId: string, jobId: string) => ({
    pk: chip(projectId, chipId),
    prefix: `JOBPART#${encodePart(jobId)}#`,
  }),
  import: (projectId: string, chipId: string, hash: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `IMPORT#${encodePart(hash)}`,
  }),
  imports: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'IMPORT#' }),
  /** Everything in the chip's own partition. */
  all: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: '' }),
};
