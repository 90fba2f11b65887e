import type { ProjectContext } from '../../context.ts';
import type { EventSearch, SearchPage, SearchQuery } from '../../search/port.ts';

/**
 * Finds note events of the caller's project by their text (docs/design/streams-and-search.md#search).
 * @throws ServiceError `invalid` for a page beyond what an index answers.
 */
export async function searchNoteEvents(
  ctx: ProjectContext & { search: EventSearch },
  query: Omit<SearchQuery, 'projectId'>,
): Promise<SearchPage> {
  return ctx.search.search({ ...query, projectId: ctx.projectId });
}
