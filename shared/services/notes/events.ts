import type { ProjectContext } from '../../context.ts';
import type { NoteEventScope } from '../../domain/notes/event.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { type Page, type PageRequest, readPage } from '../../store/dynamodb/paging.ts';
import { noteEventKeys } from '../../store/keys.ts';
import { getNoteCount } from '../../store/notes/note-counts.ts';
import { type NoteEventRecord, noteEventEntity } from '../../store/notes/note-events.ts';
import { readChip } from '../chips/read-chip.ts';

/** A page of a timeline; the newest event first unless it is ascending. */
export type TimelineRequest = PageRequest & { ascending: boolean };

const decode = (item: Record<string, unknown>): Stored<NoteEventRecord> => noteEventEntity.decode(item);

/**
 * The timeline of a chip, which outlives it.
 * @throws ServiceError `not-found` for a chip that is not there and never had an event; `invalid` for a `skip` or cursor out
 * of bounds.
 */
export async function listChipEvents(
  ctx: ProjectContext,
  chipId: string,
  { ascending, ...page }: TimelineRequest,
): Promise<Page<Stored<NoteEventRecord>>> {
  const range = { ...noteEventKeys.ofChip(ctx.projectId, chipId), descending: !ascending };
  const [found, { events }] = await Promise.all([
    readPage(ctx.db, range, page, { decode, total: 0 }),
    getNoteCount(ctx.db, ctx.projectId, chipId),
  ]);
  if (events === 0) await readChip(ctx, chipId);
  return { ...found, total: events };
}

/** The timeline of one target, in all chips of the project or in one. @throws ServiceError `invalid` as `listChipEvents`. */
export function listTargetEvents(
  ctx: ProjectContext,
  of: { scope: NoteEventScope; targetId: string; chipId?: string | undefined },
  { ascending, ...page }: TimelineRequest,
): Promise<Page<Stored<NoteEventRecord>>> {
  const pk = noteEventKeys.ofTarget(ctx.projectId, of.scope, of.targetId);
  return readPage(ctx.db, { index: 'gsi1', pk, descending: !ascending }, page, {
    decode,
    keep: (event) => of.chipId === undefined || event.chipId === of.chipId,
  });
}
