import { hashKey, queryOptions } from '@tanstack/react-query';
import { isOpen } from '#shared/runs/rules/statuses.ts';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { TaskDetail, TaskResult } from '../../ui/lib/api/wire.ts';

/** What the page of a task reads. */

/** Everything about one task; read again every two seconds until it has ended. */
export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: inProject('task', taskId),
    queryFn: () => api.getTaskResult({ params: { task_id: taskId } }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data.status) ? 2_000 : false),
  });

/** Results of a task on a target, the newest first, and the months of which some are in files, such as 202601. */
interface TaskHistory {
  results: TaskResult[];
  archivedMonths: string[];
}

/** Results of a task on the same target; read again when the task ends, since it is then one of them. */
export const taskHistoryQuery = ({ task_type, qid, chip_id, task_name, status }: TaskDetail) => {
  const key = inProject('chip', chip_id, 'task-history', task_type, qid, task_name);
  return queryOptions({
    queryKey: [...key, isOpen(status)],
    // The shown results stay until the answer arrives; those of another target are dropped.
    placeholderData: (shown: TaskHistory | undefined, query) =>
      query && hashKey(query.queryKey.slice(0, -1)) === hashKey(key) ? shown : undefined,
    queryFn: async (): Promise<TaskHistory> => {
      const query = { chip_id, task: task_name, limit: 100 };
      const { data, archived_months: archivedMonths } =
        task_type === 'coupling'
          ? await api.getCouplingTaskHistory({ params: { coupling_id: qid }, query })
          : await api.getQubitTaskHistory({ params: { qid }, query });
      return { results: Object.values(data), archivedMonths };
    },
    enabled: task_type === 'qubit' || task_type === 'coupling',
  });
};

/** A figure file; it never changes. */
export const figureQuery = (path: string) =>
  queryOptions({
    queryKey: inProject('figure', path),
    queryFn: () => api.getFigureByPath({ query: { path } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
