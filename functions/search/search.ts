import { searchOperations } from '#shared/search/contract/operations/search.ts';
import { documentOf } from '#shared/search/index/document.ts';
import * as verb from '#shared/search/verbs/search-note-events.ts';
import { endpoint } from '../http/endpoint.ts';
import { eventSearch } from '../ports.ts';

export const searchNoteEvents = endpoint(searchOperations.searchNoteEvents, async ({ ctx, query }) => {
  const { q: text, chip_id: chipId, target_id: targetId, metric_key: metricKey, ...narrowed } = query;
  const { start_at: startAt, end_at: endAt, ...rest } = narrowed;
  const search = eventSearch(ctx);
  const page = await verb.searchNoteEvents(
    { ...ctx, search },
    { text, chipId, targetId, metricKey, startAt, endAt, ...rest },
  );
  const { total, complete, completeUntil } = page;
  const events = page.hits.map(({ event, highlights }) => ({
    ...documentOf(event),
    actor_user_id: event.actorUserId ?? null,
    highlights,
  }));
  return { events, total, skip: rest.skip, limit: rest.limit, complete, complete_until: completeUntil ?? null };
});
