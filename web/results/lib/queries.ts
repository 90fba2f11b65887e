import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type ResponseBody } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { resultsRequest } from './search.ts';

export type FoundResults = ResponseBody<'listTaskResults'>;
export type FoundResult = FoundResults['items'][number];

/** One page of task results over all runs, the latest start first. */
export const resultsQuery = (request: ReturnType<typeof resultsRequest>) =>
  queryOptions({
    queryKey: inProject('task-results', request),
    queryFn: ({ signal }) => api.listTaskResults({ query: request, signal }),
    placeholderData: keepPreviousData,
  });

/** The names of the tasks that the project knows. */
export const taskNamesQuery = () =>
  queryOptions({
    queryKey: inProject('tasks'),
    queryFn: () => api.listTasks(),
  });
