import { listPresentChips } from '../../chips/store/chips.ts';
import type { ProjectContext, ProjectReads } from '../../kernel/context.ts';
import { notInProject, ServiceError } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../kernel/store/keys.ts';
import { listArchivedMonths, listedMonths } from '../store/archived-months.ts';
import { listReExecutions } from '../store/re-executions.ts';
import { getTaskResult, type TaskResultRecord, taskResultEntity } from '../store/task-results.ts';

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
  if (!result) throw await withArchivedMonths(ctx, notInProject('Task result', taskId, ctx.projectId));
  return result;
}

/** The refusal of a result that is not in the table, which says where else it may be. */
export async function withArchivedMonths(
  { db, projectId }: ProjectReads,
  unknown: ServiceError,
): Promise<ServiceError> {
  const [all, chips] = await Promise.all([listArchivedMonths(db, projectId), listPresentChips(db, projectId)]);
  const months = listedMonths(all, chips);
  if (months.length === 0) return unknown;
  const present = months.filter(({ chipDeleted }) => !chipDeleted);
  const named = [...Map.groupBy(present, ({ chipId }) => chipId)].map(
    ([chipId, own]) => `chip '${chipId}' from ${own.at(0)?.month} to ${own.at(-1)?.month}`,
  );
  const archived = present.length < months.length ? [...named, 'deleted chips'] : named;
  return new ServiceError(
    unknown.code,
    `${unknown.message}; archived are the results of ${archived.join(' and of ')}: see /archived-results`,
  );
}
