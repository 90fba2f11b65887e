import type { ProjectContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { ifRevision } from '../../store/database.ts';
import { flowEntity, getFlow } from '../../store/flows.ts';
import { Transaction } from '../../store/transaction.ts';
import { moved, untilUnmoved } from '../cooldowns/moved.ts';
import { unknownFlow } from './read-flow.ts';

/**
 * Deletes a flow. Its versions stay, since runs name them, and a flow that is saved under the name again counts on.
 * @throws Refusal `not-found`.
 */
export async function deleteFlow(ctx: ProjectContext, name: string): Promise<void> {
  await untilUnmoved(`Flow '${name}'`, async () => {
    const flow = await getFlow(ctx.db, ctx.projectId, name);
    if (!flow) throw unknownFlow(name, ctx.projectId);
    const { rev, ...record } = flow;
    const gone = { ...record, updatedBy: ctx.actor.user.username, deletedAt: nowOf(ctx) };
    await new Transaction(ctx.db).put(flowEntity.encode(gone, rev + 1), ifRevision(rev), moved).commit();
  });
}
