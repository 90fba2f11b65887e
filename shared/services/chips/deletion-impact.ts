import type { ProjectContext } from '../../context.ts';
import type { ChipRecord } from '../../store/chips.ts';
import { getItem } from '../../store/database.ts';
import { chipKeys } from '../../store/keys.ts';
import { readChip } from './read-chip.ts';

/** What a delete would remove, and what history it would leave. */
export interface DeletionImpact {
  chip: ChipRecord;
  taskResults: number;
}

/** Counts without reading what is counted. @throws Refusal `not-found`. */
export async function deletionImpact(ctx: ProjectContext, chipId: string): Promise<DeletionImpact> {
  const [chip, statistics] = await Promise.all([
    readChip(ctx, chipId),
    getItem(ctx.db, chipKeys.statistics(ctx.projectId, chipId)),
  ]);
  return { chip, taskResults: Number(statistics?.taskResults ?? 0) };
}
