import type { ProjectContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { EventSearch, SearchPage, SearchQuery } from '../../search/port.ts';

/**
 * Finds note events of the caller's project by their text (docs/design/streams-and-search.md#search).
 * @throws ServiceError `invalid` for an inverted range of time, or a page beyond what an index answers.
 */
export async function searchNoteEvents(
  ctx: ProjectContext & { search: EventSearch },
  query: Omit<SearchQuery, 'projectId'>,
): Promise<SearchPage> {
  const { startAt, endAt } = query;
  if (startAt !== undefined && endAt !== undefined && endAt < startAt)
    throw invalid(`end_at ${endAt} is before start_at ${startAt}`);
  return ctx.search.search({ ...query, projectId: ctx.projectId });
}
