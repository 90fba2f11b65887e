import type { ProjectContext } from '../../../kernel/context.ts';
import { batchGetItems, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { decodeTaskRow, type TaskResultRecord, taskResultEntity } from '../../../results/store/task-results.ts';
import { allTasks, tasksInTable } from '../../../runs/rules/count-tasks.ts';
import { isOpen } from '../../../runs/rules/statuses.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { firstTasks } from './last-good.ts';
import type { Position } from './position.ts';

/** Results of a page: each may have 64 values with long descriptions. */
const resultsOfPage = 50;

/**
 * The results of a run that have ended, a page of them: which there are by an index that may lag, and each as the table has it. The last
 * page tells by their number whether the index showed all.
 */
export async function readEndedResults(
  ctx: ProjectContext,
  { executionId, chipId, seen, after }: Extract<Position, { at: 'results' }>,
): Promise<{
  results: TaskResultRecord[];
  next: Position | undefined;
  isComplete: ((execution: ExecutionRecord) => boolean) | undefined;
}> {
  const { db, projectId } = ctx;
  const pk = taskKeys.ofExecution(projectId, executionId);
  const startKey = after && {
    ...taskKeys.result(projectId, after.pk),
    ...{ gsi2pk: pk, gsi2sk: after.sort },
  };
  const page = await queryPage(db, { index: 'gsi2', pk }, { limit: resultsOfPage, ...(startKey && { startKey }) });
  const rows = page.items.map(decodeTaskRow);
  const isLast = page.lastKey === undefined;
  const [items, behind] = await Promise.all([
    batchGetItems(
      db,
      rows.map(({ taskId }) => taskKeys.result(projectId, taskId)),
    ),
    isLast ? firstTasks(ctx, { executionId, chipId }) : undefined,
  ]);
  const records = items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
  const last = rows.at(-1);
  const all = seen + rows.length;
  return {
    results: records.filter(({ status }) => !isOpen(status)),
    next:
      page.lastKey && last
        ? {
            executionId,
            chipId,
            at: 'results',
            seen: all,
            after: { pk: last.taskId, sort: String(page.lastKey.gsi2sk) },
          }
        : behind,
    isComplete: isLast ? (execution) => all >= allTasks(tasksInTable(execution)) : undefined,
  };
}
