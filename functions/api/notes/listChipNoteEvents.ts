import { noteOperations } from '#shared/contract/operations/notes.ts';
import { listChipEvents } from '#shared/services/notes/events.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentNoteEvent } from '../note-event.ts';
import { pageOf } from '../page.ts';

export const listChipNoteEvents = endpoint(noteOperations.listChipNoteEvents, async ({ ctx, params, query }) => {
  const { order, metric_key: metricKey, ...request } = query;
  const page = await listChipEvents(ctx, params.chip_id, { ...request, metricKey, ascending: order === 'asc' });
  return { events: page.records.map(presentNoteEvent), ...pageOf(page) };
});
