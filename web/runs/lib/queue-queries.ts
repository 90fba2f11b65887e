import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { followed, intervals } from '../../ui/lib/api/followed.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { RunQueue } from '../../ui/lib/api/wire.ts';

/** Key of the queue, for those who know that it has just changed. */
export const queueKey = () => inProject('run-queue');

/** The starts that wait for the lock, and those that left the queue; asked for oftener while one waits. */
export const queueQuery = () =>
  queryOptions({
    ...followed,
    queryKey: queueKey(),
    queryFn: () => api.getRunQueue(),
    staleTime: 1_000,
    refetchInterval: ({ state: { data } }) => (data?.queued ? 3_000 : intervals.rest),
  });

/** The starts that have failed since the last one that started or was removed. */
export function failedStarts({ settled }: Pick<RunQueue, 'settled'>): RunQueue['settled'] {
  const end = settled.findIndex(({ outcome }) => outcome !== 'failed');
  return end < 0 ? settled : settled.slice(0, end);
}
