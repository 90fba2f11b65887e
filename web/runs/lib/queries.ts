import { hashKey, queryOptions } from '@tanstack/react-query';
import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { isEnded, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import { api } from '../../ui/lib/api/api.ts';
import { followed, intervals } from '../../ui/lib/api/followed.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { RunTask } from '../../ui/lib/api/wire.ts';
import type { RunsSearch } from '../../ui/lib/url/search-types.ts';
import { runInterval, tasksInterval } from './polling.ts';

/** What pages of runs read, how often while something is going on. */

const list = { open: 3_000, idle: intervals.rest };

/** A hidden tab sends no requests; a run is read at once when its tab is visible again. */
const watched = { refetchIntervalInBackground: false, refetchOnWindowFocus: 'always' } as const;

/** What the API is asked for by the filters of a URL. */
export const runsRequest = (search: RunsSearch, pageSize: number, timeZone: string) => ({
  chip_id: search.chip,
  status: search.status,
  flow_name: search.flow,
  username: search.who,
  start_at: search.from && calendarDay(search.from, timeZone)?.start,
  skip: ((search.page ?? 1) - 1) * pageSize,
  limit: pageSize,
});

/** One page of executions, newest first; read again every few seconds while one of them goes on. */
export const runsQuery = (request: ReturnType<typeof runsRequest>) =>
  queryOptions({
    ...followed,
    queryKey: inProject('executions', request),
    queryFn: () => api.listExecutions({ query: request, ifChanged: true }),
    refetchInterval: ({ state: { data } }) =>
      data?.executions.some((row) => !isEnded(row.status)) ? list.open : list.idle,
  });

/** The last hundred runs of a chip. */
export const chipRunsQuery = (chipId: string) => runsQuery(runsRequest({ chip: chipId }, 100, 'UTC'));

/** One execution without its tasks: status and counts; asked for again every second until it has ended. */
export const runSummaryQuery = (executionId: string) =>
  queryOptions({
    ...watched,
    queryKey: inProject('execution', executionId, 'facts'),
    queryFn: () =>
      api.getExecution({ params: { execution_id: executionId }, query: { include: 'none' }, ifChanged: true }),
    refetchInterval: ({ state: { data } }) => runInterval(data),
  });

/** One execution with its tasks; asked for again until all have been seen, the less often the more it has. */
export const runQuery = (executionId: string) =>
  queryOptions({
    ...watched,
    queryKey: inProject('execution', executionId, 'tasks'),
    queryFn: () => api.getExecution({ params: { execution_id: executionId }, ifChanged: true }),
    refetchInterval: ({ state: { data } }) => tasksInterval(data),
  });

/** Most results of one answer. */
const resultsAtOnce = 100;

/** Which results of a run are meant. */
interface ResultsOf {
  task_name?: string;
  task_status?: TaskStatus;
}

/** Results of a run with what they measured and their figures, page by page. */
export async function runResults(executionId: string, of: ResultsOf): Promise<RunTask[]> {
  const page = (skip: number) =>
    api.getExecution({
      params: { execution_id: executionId },
      query: { include: 'results', ...of, skip, limit: resultsAtOnce },
    });
  const first = await page(0);
  const rest = Math.max(0, Math.ceil((first.task_page?.total ?? 0) / resultsAtOnce) - 1);
  const others = await Promise.all(Array.from({ length: rest }, (_, n) => page((n + 1) * resultsAtOnce)));
  return [first, ...others].flatMap(({ task }) => task);
}

/** Results of a run; read again when more have ended, which `ended` counts. */
export const runResultsQuery = (executionId: string, of: ResultsOf, ended: number) => {
  const key = inProject('execution', executionId, 'results', of);
  return queryOptions({
    queryKey: [...key, ended],
    // The shown results stay until the answer for the same results arrives.
    placeholderData: (shown: RunTask[] | undefined, query) =>
      query && hashKey(query.queryKey.slice(0, -1)) === hashKey(key) ? shown : undefined,
    queryFn: () => runResults(executionId, of),
  });
};

/** Key of the project's lock, for those who know that it has just changed. */
export const lockKey = () => inProject('lock');

/** Who holds the project's lock, and whether anything was written: the one look of an idle page, once a minute. */
export const lockQuery = () =>
  queryOptions({
    ...watched,
    queryKey: lockKey(),
    queryFn: () => api.getExecutionLockStatus({ ifChanged: true }),
    // It is asked for before the frame is drawn that looks at it.
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) => (data?.holder ? intervals.lock.held : intervals.lock.free),
  });
