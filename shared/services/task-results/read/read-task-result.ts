import type { ProjectContext } from '../../../context.ts';
import { notInProject } from '../../../errors.ts';
import type { Stored } from '../../../store/dynamodb/codec.ts';
import { getTaskResult, type TaskResultRecord } from '../../../store/task-results/task-results.ts';

/** One task result, of a chip that was deleted too. @throws ServiceError `not-found`. */
export async function readTaskResult(ctx: ProjectContext, taskId: string): Promise<Stored<TaskResultRecord>> {
  const result = await getTaskResult(ctx.db, ctx.projectId, taskId);
  if (!result) throw notInProject('Task result', taskId, ctx.projectId);
  return result;
}
