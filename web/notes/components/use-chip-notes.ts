import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotesSummary } from '../../ui/lib/api/wire.ts';
import { chipNotesKey, noteEventsKey, notesSummaryQuery } from '../lib/queries.ts';

/** The notes of a chip under a cool-down (absent: the one that it is in), and how they are read again after a write. */
export function useChipNotes(chipId: string, cooldownId: string | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery(notesSummaryQuery(chipId, cooldownId));
  const refetch = async (): Promise<NotesSummary> => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: chipNotesKey(chipId), refetchType: 'none' }),
      queryClient.invalidateQueries({ queryKey: noteEventsKey() }),
    ]);
    return queryClient.fetchQuery({ ...notesSummaryQuery(chipId, cooldownId), staleTime: 0 });
  };
  return { summary: query.data, error: query.error, refetch };
}
