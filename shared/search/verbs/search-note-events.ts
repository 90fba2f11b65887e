import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import type { EventSearch, SearchPage, SearchQuery } from '../index/port.ts';
import { indexedUntil } from './indexed-until.ts';

/** The found events, and the instant up to which every event was examined; undefined if that is unknown. */
export type FoundEvents = SearchPage & { completeUntil: string | undefined };

/**
 * Finds note events of the caller's project by their text (docs/design/streams-and-search.md#search).
 * @throws ServiceError `invalid` for a page beyond what an index answers.
 */
export async function searchNoteEvents(
  ctx: ProjectContext & { search: EventSearch },
  query: Omit<SearchQuery, 'projectId'>,
): Promise<FoundEvents> {
  const asked = { ...query, projectId: ctx.projectId };
  // Before the search: events that the index receives meanwhile are only found in addition.
  const completeUntil = await indexedUntil(ctx.db, ctx.search, asked, nowOf(ctx));
  return { ...(await ctx.search.search(asked)), completeUntil };
}
