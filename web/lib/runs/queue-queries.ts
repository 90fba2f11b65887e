import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { inProject } from '../api/queries.ts';

/** Key of the start that waits, for those who know that it has just changed. */
export const queueKey = () => inProject('run-queue');

/** The start that waits for the lock, and what became of the one before; asked for oftener while one waits. */
export const queueQuery = () =>
  queryOptions({
    queryKey: queueKey(),
    queryFn: () => api.getRunQueue(),
    staleTime: 1_000,
    refetchInterval: ({ state: { data } }) => (data?.queued ? 3_000 : 15_000),
  });
