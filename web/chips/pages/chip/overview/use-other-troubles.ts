import { useQuery } from '@tanstack/react-query';
import { schedulesQuery } from '../../../../schedules/lib/queries.ts';
import { intervals } from '../../../../ui/lib/api/followed.ts';
import { workersQuery } from '../../../../workers/lib/queries.ts';

/** Workers of the project that are silent, and schedules whose last start was skipped or failed since an instant. */
export function useOtherTroubles(since: string) {
  // Read a moment ago, with all else of the overview.
  const workers = useQuery({ ...workersQuery(), staleTime: intervals.lock.free });
  const schedules = useQuery(schedulesQuery(undefined, 0, 100));
  return {
    silent: (workers.data ?? []).filter(({ status }) => status === 'silent'),
    missed: (schedules.data?.schedules ?? []).flatMap(({ last_firing: firing, ...schedule }) =>
      firing && firing.outcome !== 'started' && firing.at >= since ? [{ ...schedule, firing }] : [],
    ),
    isPending: workers.isPending || schedules.isPending,
  };
}
