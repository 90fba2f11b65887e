import { projectFolders } from '../../domain/runs/artifact-path.ts';
import type { ObjectStore } from '../../objects/port.ts';
import { chipEntity } from '../../store/chips/chips.ts';
import { queryAll } from '../../store/dynamodb/database.ts';
import { deleteRange } from '../../store/dynamodb/delete-range.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { listFlowsOfAllTime } from '../../store/flows/flows.ts';
import { scheduleEntity } from '../../store/flows/schedules.ts';
import { chipKeys, flowKeys, projectKeys, scheduleKeys, userKeys } from '../../store/keys.ts';
import { getProject, listMembers } from '../../store/projects/projects.ts';
import { removeChip } from '../chip-jobs/delete-job.ts';
import type { Scheduling } from '../schedules/sync-schedule.ts';
import { purgeRuns } from './purge-runs.ts';

/** What a purge needs: the scheduler and the store of files too. */
export type Purging = Scheduling & { objects: Pick<ObjectStore, 'deleteBelow'> };

/**
 * Removes a project whose time to be restored is over, with everything in it but the events of its notes, which nobody
 * may delete. The project's own item goes last, so that an interrupted purge is found and finished.
 * @param until when to leave the rest to the next call, which goes on.
 * @returns whether the project is gone.
 */
export async function purgeProject(ctx: Purging, projectId: string, until: Date): Promise<boolean> {
  const project = await getProject(ctx.db, projectId);
  if (!project?.purgeAt || project.purgeAt > ctx.clock().toISOString()) return false;
  for (const item of await queryAll(ctx.db, chipKeys.chips(projectId)))
    await removeChip(ctx, chipEntity.decode(item), () => undefined);
  const mirrors = (await listMembers(ctx.db, projectId)).map((member) => userKeys.membership(member.userId, projectId));
  for (const key of mirrors) await new Transaction(ctx.db).delete(key).commit();
  if (!(await purgeRuns(ctx, projectId, until))) return false;
  for (const folder of projectFolders(projectId)) await ctx.objects.deleteBelow(folder);
  for (const { name } of await listFlowsOfAllTime(ctx.db, projectId))
    await deleteRange(ctx.db, flowKeys.versions(projectId, name));
  await deleteRange(ctx.db, projectKeys.audits(projectId));
  await deleteSchedules(ctx, projectId);
  const own = projectKeys.project(projectId);
  await deleteRange(ctx.db, { pk: own.pk }, (key) => key.sk !== own.sk);
  await new Transaction(ctx.db).delete(projectKeys.name(project.ownerUserId, project.name)).delete(own).commit();
  return true;
}

/** A row leads to what the scheduler knows, what is left of a deleted schedule as well: the scheduler forgets first. */
async function deleteSchedules(ctx: Scheduling, projectId: string): Promise<void> {
  for (const item of await queryAll(ctx.db, scheduleKeys.schedules(projectId))) {
    const { scheduleId } = scheduleEntity.decode(item);
    await ctx.scheduler.remove(scheduleId);
    await deleteRange(ctx.db, scheduleKeys.firings(projectId, scheduleId));
  }
}
