import type { ProjectContext } from '../../../kernel/context.ts';
import { notFound, notInProject, type ServiceError } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { listArchivedMonths } from '../../store/archived-months.ts';
import { listReExecutions } from '../../store/re-executions.ts';
import { getTaskResult, type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';

/** The results that repeat a task result, the latest first; a repeat whose run has not come to it yet has none. */
export async function readReExecutions(ctx: ProjectContext, taskId: string): Promise<TaskResultRecord[]> {
  const entries = await listReExecutions(ctx.db, ctx.projectId, taskId);
  const keys = entries.map((entry) => taskKeys.result(ctx.projectId, entry.taskId));
  const items = await batchGetItems(ctx.db, keys);
  return items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
}

/** One task result, of a chip that was deleted too. @throws ServiceError `not-found`. */
export async function readTaskResult(ctx: ProjectContext, taskId: string): Promise<Stored<TaskResultRecord>> {
  const result = await getTaskResult(ctx.db, ctx.projectId, taskId);
  if (!result) throw await missingResult(ctx, taskId);
  return result;
}

/** The refusal of a result that is not in the table, which says where else it may be. */
async function missingResult({ db, projectId }: ProjectContext, taskId: string): Promise<ServiceError> {
  const unknown = notInProject('Task result', taskId, projectId);
  const months = await listArchivedMonths(db, projectId);
  const of = (chipId: string) => months.filter((one) => one.chipId === chipId).map(({ month }) => month);
  const archived = [...new Set(months.map(({ chipId }) => chipId))].map((chipId) => {
    const own = of(chipId);
    return `chip '${chipId}' from ${own.at(0)} to ${own.at(-1)}`;
  });
  if (archived.length === 0) return unknown;
  return notFound(`${unknown.message}; archived are the results of ${archived.join(', ')}: see /archived-results`);
}
