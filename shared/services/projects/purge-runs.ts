import { forEachConcurrent } from '../../concurrency.ts';
import type { Context } from '../../context.ts';
import type { Deadline } from '../../deadline.ts';
import { batchWriteItems, queryPages } from '../../store/dynamodb/database.ts';
import { deleteRange } from '../../store/dynamodb/delete-range.ts';
import { type Key, projectKeys, runKeys, taskKeys } from '../../store/keys.ts';
import { type ExecutionRecord, executionEntity } from '../../store/runs/executions.ts';
import { decodeTaskRow } from '../../store/task-results/task-results.ts';

/** Results that are deleted side by side. */
const concurrency = 8;

/**
 * Deletes the executions of a project with their results, logs and calibration notes. An execution leads to all that,
 * so that it goes last and an interrupted purge finds it again.
 * Nobody makes a project again under its id, so that these deletes need no condition.
 */
export async function purgeRuns(ctx: Context, projectId: string, deadline: Deadline): Promise<void> {
  for await (const items of queryPages(ctx.db, projectKeys.executions(projectId)))
    for (const item of items) {
      deadline();
      await purgeExecution(ctx, executionEntity.decode(item), deadline);
    }
}

async function purgeExecution(
  { db }: Context,
  { projectId, executionId, flowRunId }: ExecutionRecord,
  deadline: Deadline,
): Promise<void> {
  const pk = taskKeys.ofExecution(projectId, executionId);
  // What repeats a result is named beside it.
  for await (const items of queryPages(db, { index: 'gsi2', pk }))
    await forEachConcurrent(items.map(decodeTaskRow), concurrency, async ({ taskId }) => {
      deadline();
      await deleteRange(db, { pk: taskKeys.result(projectId, taskId).pk });
    });
  await deleteRange(db, { pk });
  const last: Key[] = [runKeys.run(projectId, flowRunId), projectKeys.execution(projectId, executionId)];
  for (const key of last) await batchWriteItems(db, [{ delete: key }]);
}
