import type { ProjectContext } from '../../context.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import { getItem } from '../../store/dynamodb/database.ts';
import { chipKeys } from '../../store/keys.ts';
import { getNoteCount } from '../../store/notes/note-counts.ts';
import { readChip } from './read-chip.ts';

/** What a delete would remove, and what history it would leave. */
export interface DeletionImpact {
  chip: ChipRecord;
  taskResults: number;
  /** Notes and comments go with the chip; the events of the audit feed stay. */
  notes: number;
  noteEvents: number;
}

/** Counts without reading what is counted. @throws ServiceError `not-found`. */
export async function deletionImpact(ctx: ProjectContext, chipId: string): Promise<DeletionImpact> {
  const [chip, statistics, { notes, events }] = await Promise.all([
    readChip(ctx, chipId),
    getItem(ctx.db, chipKeys.statistics(ctx.projectId, chipId)),
    getNoteCount(ctx.db, ctx.projectId, chipId),
  ]);
  return { chip, taskResults: Number(statistics?.taskResults ?? 0), notes, noteEvents: events };
}
