import type { ProjectContext } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { getTaskResult, type TaskResultRecord } from '../../store/task-results.ts';

/** One task result, of a chip that was deleted too. @throws ServiceError `not-found`. */
export async function readTaskResult(ctx: ProjectContext, taskId: string): Promise<Stored<TaskResultRecord>> {
  const result = await getTaskResult(ctx.db, ctx.projectId, taskId);
  if (!result) throw notInProject('Task result', taskId, ctx.projectId);
  return result;
}
