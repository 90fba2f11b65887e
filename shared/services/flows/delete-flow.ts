import type { ProjectContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { ifRevision } from '../../store/database.ts';
import { flowEntity, getFlow } from '../../store/flows.ts';
import { Transaction } from '../../store/transaction.ts';
import { moved, untilUnmoved } from '../cooldowns/moved.ts';
import { deleteSchedulesOf } from '../schedules/delete-schedule.ts';
import { unknownFlow } from './unknown-flow.ts';

/**
 * Deletes a flow with its schedules. Its versions stay, since runs name them, and a flow that is saved under the name
 * again counts on.
 * @returns how many schedules it had.
 * @throws Refusal `not-found`.
 */
export async function deleteFlow(ctx: ProjectContext, name: string): Promise<{ schedules: number }> {
  if (!(await getFlow(ctx.db, ctx.projectId, name))) throw unknownFlow(name, ctx.projectId);
  // First, so that a deletion that is cut short is repeated with the flow still there.
  const before = await deleteSchedulesOf(ctx, name);
  await untilUnmoved(`Flow '${name}'`, async () => {
    const flow = await getFlow(ctx.db, ctx.projectId, name);
    if (!flow) throw unknownFlow(name, ctx.projectId);
    const { rev, ...record } = flow;
    const gone = { ...record, updatedBy: ctx.actor.user.username, deletedAt: nowOf(ctx) };
    await new Transaction(ctx.db).put(flowEntity.encode(gone, rev + 1), ifRevision(rev), moved).commit();
  });
  // From now on none can be made: these were made in between.
  return { schedules: before + (await deleteSchedulesOf(ctx, name)) };
}
