import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../ui/lib/api/all-pages.ts';
import { api } from '../../ui/lib/api/api.ts';
import { noteEventsKey } from './queries.ts';
import type { NoteTargetRef } from './writes.ts';

/** Everything that was ever noted on one target, the newest first. */
export const targetEventsQuery = ({ chipId, kind, id }: NoteTargetRef) =>
  queryOptions({
    queryKey: [...noteEventsKey(), 'of target', chipId, kind, id],
    queryFn: () =>
      allPages(async (cursor) => {
        const query = { scope: kind, target_id: id, chip_id: chipId, limit: 100, cursor };
        const { events, next_cursor: next } = await api.listTargetNoteEvents({ query });
        return { entries: events, next };
      }),
  });
