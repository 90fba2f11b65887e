import { forEachConcurrent } from '../../concurrency.ts';
import type { Context } from '../../context.ts';
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
 * @returns false when `until` came first; the next call goes on.
 */
export async function purgeRuns(ctx: Context, projectId: string, until: Date): Promise<boolean> {
  for await (const items of queryPages(ctx.db, projectKeys.executions(projectId)))
    for (const item of items) {
      if (ctx.clock() > until) return false;
      await purgeExecution(ctx, executionEntity.decode(item));
    }
  return true;
}

async function purgeExecution({ db }: Context, { projectId, executionId, flowRunId }: ExecutionRecord): Promise<void> {
  const pk = taskKeys.ofExecution(projectId, executionId);
  // What repeats a result is named beside it.
  for await (const items of queryPages(db, { index: 'gsi2', pk }))
    await forEachConcurrent(items.map(decodeTaskRow), concurrency, ({ taskId }) =>
      deleteRange(db, { pk: taskKeys.result(projectId, taskId).pk }),
    );
  await deleteRange(db, { pk });
  const last: Key[] = [runKeys.run(projectId, flowRunId), projectKeys.execution(projectId, executionId)];
  for (const key of last) await batchWriteItems(db, [{ delete: key }]);
}
