import { type ChipRecord, getChip } from '../../chips/store/chips.ts';
import type { ProjectReads } from '../../kernel/context.ts';
import { notInProject } from '../../kernel/errors.ts';
import { type MeasuredSpans, readMeasuredSpans } from './range-roll-ups.ts';

/** The first reads of a look back at a chip: made concurrently with the check of its caller (rule API-28). */
export interface MeasuredChip {
  chip: ChipRecord;
  spans: MeasuredSpans;
}

/** @throws ServiceError `not-found`. */
export async function readMeasuredChip(ctx: ProjectReads, chipId: string): Promise<MeasuredChip> {
  const [chip, spans] = await Promise.all([
    getChip(ctx.db, ctx.projectId, chipId),
    readMeasuredSpans(ctx.db, ctx.projectId, chipId),
  ]);
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  return { chip, spans };
}
