import { queryOptions } from '@tanstack/react-query';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { api } from '../../ui/lib/api/api.ts';
import { intervals } from '../../ui/lib/api/followed.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { Run } from '../../ui/lib/api/wire.ts';

/** Workers of the project that were seen, the latest first. */
export const workersQuery = () =>
  queryOptions({
    queryKey: inProject('workers'),
    queryFn: () => api.listWorkers({ query: { limit: 100 } }).then((page) => page.workers),
    staleTime: 5_000,
    refetchInterval: intervals.byClock,
  });

/** The latest lines of a run's log, in the order in which they were written; followed while the run goes on. */
export const runLogQuery = (run: Pick<Run, 'execution_id' | 'status'>, limit: number) =>
  queryOptions({
    // What was said last is asked for once more when the run has ended.
    queryKey: inProject('execution', run.execution_id, 'log', limit, isEnded(run.status)),
    queryFn: async () => {
      const page = await api.listRunLog({
        params: { execution_id: run.execution_id },
        query: { order: 'desc', limit },
      });
      return { lines: page.lines.reverse(), hasEarlier: page.next_cursor !== null };
    },
    refetchInterval: isEnded(run.status) ? false : 2_000,
  });
