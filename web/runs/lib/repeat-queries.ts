import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';

/** What an execution started from; it never changes. */
export const snapshotQuery = (executionId: string) =>
  queryOptions({
    queryKey: inProject('execution', executionId, 'snapshot'),
    queryFn: () => api.getExecutionSnapshot({ params: { execution_id: executionId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What differs between two executions. */
export const comparisonQuery = (before: string, after: string) =>
  queryOptions({
    queryKey: inProject('comparison', before, after),
    queryFn: () => api.compareExecutions({ query: { execution_id_before: before, execution_id_after: after } }),
  });

/** The tasks of a run that failed, or whose values went stale since. */
export const repeatableQuery = (executionId: string, which: 'failed' | 'stale') =>
  queryOptions({
    queryKey: inProject('execution', executionId, 'repeatable', which),
    queryFn: () => api.getRepeatableTasks({ params: { execution_id: executionId }, query: { which } }),
  });
