import { noteOperations } from '#shared/contract/operations/notes.ts';
import { listTargetEvents } from '#shared/services/notes/events.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentNoteEvent } from '../note-event.ts';
import { indexedPageOf } from '../page.ts';

export const listTargetNoteEvents = endpoint(noteOperations.listTargetNoteEvents, async ({ ctx, query }) => {
  const { order, scope, target_id: targetId, chip_id: chipId, metric_key: metricKey, ...request } = query;
  const page = await listTargetEvents(
    ctx,
    { scope, targetId, chipId },
    { ...request, metricKey, ascending: order === 'asc' },
  );
  return { events: page.records.map(presentNoteEvent), ...indexedPageOf(page) };
});
