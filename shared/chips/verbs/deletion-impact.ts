import type { ProjectContext } from '../../kernel/context.ts';
import { getNoteCount } from '../../notes/store/note-counts.ts';
import { getStatistics } from '../store/chip-statistics.ts';
import type { ChipRecord } from '../store/chips.ts';
import { readChip } from './read-chip.ts';

/** What a delete would remove, and what history it would leave. */
export interface DeletionImpact {
  chip: ChipRecord;
  taskResults: number;
  /** Daily rows of qubits and of couplings. */
  qubitDays: number;
  couplingDays: number;
  /** Daily rows of the chip itself. */
  chipDays: number;
  /** Notes and comments go with the chip; the events of the audit feed stay. */
  notes: number;
  noteEvents: number;
}

/** Counts without reading what is counted. @throws ServiceError `not-found`. */
export async function deletionImpact(ctx: ProjectContext, chipId: string): Promise<DeletionImpact> {
  const [chip, statistics, { notes, events }] = await Promise.all([
    readChip(ctx, chipId),
    getStatistics(ctx.db, ctx.projectId, chipId),
    getNoteCount(ctx.db, ctx.projectId, chipId),
  ]);
  const { taskResults = 0, qubitDays = 0, couplingDays = 0, chipDays = 0 } = statistics ?? {};
  return { chip, taskResults, qubitDays, couplingDays, chipDays, notes, noteEvents: events };
}
