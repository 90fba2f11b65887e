import type { ProjectContext } from '../../../kernel/context.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { listReExecutions } from '../../store/re-executions.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';

/** The results that repeat a task result, the latest first; a repeat whose run has not come to it yet has none. */
export async function readReExecutions(ctx: ProjectContext, taskId: string): Promise<TaskResultRecord[]> {
  const entries = await listReExecutions(ctx.db, ctx.projectId, taskId);
  const keys = entries.map((entry) => taskKeys.result(ctx.projectId, entry.taskId));
  const items = await batchGetItems(ctx.db, keys);
  return items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
}
