import type { Context } from '../../context.ts';
import { chipEntity } from '../../store/chips.ts';
import type { Item } from '../../store/codec.ts';
import { batchWriteItems, queryAll, queryPage } from '../../store/database.ts';
import { deleteRange } from '../../store/delete-range.ts';
import { executionEntity } from '../../store/executions.ts';
import { chipKeys, type Key, projectKeys, runKeys, scheduleKeys, userKeys } from '../../store/keys.ts';
import { getProject, listMembers } from '../../store/projects.ts';
import { listSchedules } from '../../store/schedules.ts';
import { Transaction } from '../../store/transaction.ts';
import { removeChip } from '../chips/delete-chip.ts';

/**
 * Removes a project whose time to be restored is over, with everything in it. The project's own item goes last, so
 * that an interrupted purge is found and finished.
 */
export async function purgeProject(ctx: Context, projectId: string): Promise<void> {
  const project = await getProject(ctx.db, projectId);
  if (!project?.purgeAt || project.purgeAt > ctx.clock().toISOString()) return;
  for (const item of await queryAll(ctx.db, chipKeys.chips(projectId))) await removeChip(ctx, chipEntity.decode(item));
  const mirrors = (await listMembers(ctx.db, projectId)).map((member) => userKeys.membership(member.userId, projectId));
  for (const key of mirrors) await new Transaction(ctx.db).delete(key).commit();
  await deleteExecutions(ctx, projectId);
  await deleteRange(ctx.db, projectKeys.audits(projectId));
  // The scheduler finds out at its next delivery that a schedule is gone.
  for (const { scheduleId } of await listSchedules(ctx.db, projectId))
    await deleteRange(ctx.db, scheduleKeys.firings(projectId, scheduleId));
  const own = projectKeys.project(projectId);
  await deleteRange(ctx.db, { pk: own.pk }, (key) => key.sk !== own.sk);
  await new Transaction(ctx.db).delete(projectKeys.name(project.ownerUserId, project.name)).delete(own).commit();
}

/** An execution leads to its run, so that it goes after it. */
async function deleteExecutions(ctx: Context, projectId: string): Promise<void> {
  let startKey: Item | undefined;
  do {
    const page = await queryPage(ctx.db, projectKeys.executions(projectId), startKey ? { startKey } : {});
    const runs = page.items.map((item) => runKeys.run(projectId, executionEntity.decode(item).flowRunId));
    await batchWriteItems(
      ctx.db,
      runs.map((key) => ({ delete: key })),
    );
    await batchWriteItems(
      ctx.db,
      page.items.map((item) => ({ delete: item as unknown as Key })),
    );
    startKey = page.lastKey;
  } while (startKey);
}
