import { readChip } from '../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { readMergedPage } from '../../kernel/store/dynamodb/merged-page.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { listHeadKeys, noteEventKeys } from '../../kernel/store/keys.ts';
import { type IndexedPage, withHeads } from '../../kernel/verbs/read-list.ts';
import { type NoteEventScope, targetIdsOf } from '../rules/event.ts';
import { getNoteCount } from '../store/note-counts.ts';
import { type NoteEventRecord, noteEventEntity } from '../store/note-events.ts';

/** A page of a timeline, of one metric or all; the newest event first unless it is ascending. */
export type TimelineRequest = PageRequest & { ascending: boolean; metricKey?: string | undefined };

const decode = (item: Record<string, unknown>): Stored<NoteEventRecord> => noteEventEntity.decode(item);

/**
 * The timeline of a chip, which outlives it.
 * @throws ServiceError `not-found` for a chip that is not there and never had an event; `invalid` for a `skip` or cursor out
 * of bounds.
 */
export async function listChipEvents(
  ctx: ProjectContext,
  chipId: string,
  { ascending, metricKey, ...page }: TimelineRequest,
): Promise<Page<Stored<NoteEventRecord>>> {
  const range = { ...noteEventKeys.ofChip(ctx.projectId, chipId), descending: !ascending };
  const keep = metricKey === undefined ? undefined : (event: NoteEventRecord) => event.metricKey === metricKey;
  const [found, { events }] = await Promise.all([
    keep
      ? readMergedPage(ctx.db, [range], page, { decode, keep, ascending })
      : readPage(ctx.db, range, page, { decode, total: 0 }),
    getNoteCount(ctx.db, ctx.projectId, chipId),
  ]);
  if (events === 0) await readChip(ctx, chipId);
  return keep ? found : { ...found, total: events };
}

/**
 * The timeline of one target, in all chips of the project or in one; for a coupling also under the exchanged id (rule
 * NOTE-20). @throws ServiceError `invalid` as `listChipEvents`.
 */
export function listTargetEvents(
  ctx: ProjectContext,
  of: { scope: NoteEventScope; targetId: string; chipId?: string | undefined },
  { ascending, metricKey, ...page }: TimelineRequest,
): Promise<IndexedPage<Stored<NoteEventRecord>>> {
  const ranges = targetIdsOf(of.scope, of.targetId).map((id) => ({
    index: 'gsi1' as const,
    pk: noteEventKeys.ofTarget(ctx.projectId, of.scope, id),
    through: listHeadKeys.lastEntry,
    descending: !ascending,
  }));
  const [only, ...others] = ranges;
  const filtered = of.chipId !== undefined || metricKey !== undefined;
  const keep = (event: NoteEventRecord) =>
    (of.chipId === undefined || event.chipId === of.chipId) &&
    (metricKey === undefined || event.metricKey === metricKey);
  return withHeads(ctx, ranges, () =>
    only && others.length === 0 && !filtered
      ? readPage(ctx.db, only, page, { decode })
      : readMergedPage(ctx.db, ranges, page, { decode, keep: filtered ? keep : undefined, ascending }),
  );
}
