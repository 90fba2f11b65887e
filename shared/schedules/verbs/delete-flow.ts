import { flowEntity, getFlow } from '../../flows/store/flows.ts';
import { unknownFlow } from '../../flows/verbs/unknown-flow.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { addHeads, listsOf } from '../../kernel/store/list-heads.ts';
import { deleteSchedulesOf } from './delete-schedule.ts';

/**
 * Deletes a flow with its schedules. Its versions stay, since runs name them, and a flow that is saved under the name
 * again counts on.
 * @returns how many schedules it had.
 * @throws ServiceError `not-found`.
 */
export async function deleteFlow(ctx: ProjectContext, name: string): Promise<{ schedules: number }> {
  if (!(await getFlow(ctx.db, ctx.projectId, name))) throw unknownFlow(name, ctx.projectId);
  // First, so that a deletion that is cut short is repeated with the flow still there.
  const before = await deleteSchedulesOf(ctx, name);
  await retryOnConflict(orRefuse(`Flow '${name}'`), async () => {
    const flow = await getFlow(ctx.db, ctx.projectId, name);
    if (!flow) throw unknownFlow(name, ctx.projectId);
    const { rev, ...record } = flow;
    const deleted = { ...record, updatedBy: ctx.actor.user.username, deletedAt: nowOf(ctx) };
    const transaction = new Transaction(ctx.db).put(flowEntity.encode(deleted, rev + 1), ifRevision(rev), staleRead);
    addHeads(transaction, { projectId: ctx.projectId, at: deleted.deletedAt }, listsOf(flowEntity.keys(record)));
    await transaction.commit();
  });
  // From now on none can be made: these were made in between.
  return { schedules: before + (await deleteSchedulesOf(ctx, name)) };
}
