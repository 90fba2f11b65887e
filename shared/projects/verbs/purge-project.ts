import { chipEntity } from '../../chips/store/chips.ts';
import { removeChip } from '../../chips/verbs/jobs/delete-job.ts';
import { listFlowsOfAllTime } from '../../flows/store/flows.ts';
import { nowOf } from '../../kernel/context.ts';
import { deadlineAt, isDoneInTime } from '../../kernel/deadline.ts';
import type { ObjectStore } from '../../kernel/objects/port.ts';
import { isDoneUnlessStale, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { type Condition, ifRevision, queryAll, withoutRevisions } from '../../kernel/store/dynamodb/database.ts';
import { type Guard, GuardedWriter } from '../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import {
  chatKeys,
  chipKeys,
  exportKeys,
  flowKeys,
  listHeadKeys,
  projectKeys,
  runKeys,
  scheduleKeys,
  threadKeys,
  userKeys,
  webhookKeys,
} from '../../kernel/store/keys.ts';
import { listTokens } from '../../people/store/users.ts';
import { scheduleEntity } from '../../schedules/store/schedules.ts';
import type { Scheduling } from '../../schedules/verbs/sync-schedule.ts';
import { getProject, listMembers, type ProjectRecord, projectEntity } from '../store/projects.ts';
import { type PurgeTime, purgeFiles } from './purge-files.ts';
import { purgeRuns } from './purge-runs.ts';

/** What a purge needs: the scheduler and the store of files too. */
export type Purging = Scheduling & { objects: Pick<ObjectStore, 'deleteBelow'> };

/**
 * Removes a project whose time to be restored is over, with everything in it except the events of its notes, which are
 * never deleted. It is marked first, and once marked it cannot be restored (rule PROJ-9). The project's own item is
 * removed last, so that an interrupted purge is found and finished.
 * @returns whether the project is gone.
 */
export async function purgeProject(context: Purging, projectId: string, time: PurgeTime): Promise<boolean> {
  // A revision that is changed after the purge would be left behind.
  const ctx = { ...context, db: withoutRevisions(context.db) };
  const project = await markForPurge(ctx, projectId);
  if (!project) return false;
  // A missing mark means that this process paused while another one finished the purge.
  const purged = isDoneUnlessStale(purge(ctx, project, time));
  return (await isDoneInTime(purged)) && purged;
}

/** Undefined if there is nothing to purge, or the project was written meanwhile. */
async function markForPurge(ctx: Purging, projectId: string): Promise<ProjectRecord | undefined> {
  const stored = await getProject(ctx.db, projectId);
  if (!stored?.purgeAt || stored.purgeAt > nowOf(ctx)) return undefined;
  if (stored.purgingSince !== undefined) return stored;
  const { rev, ...project } = stored;
  const marked = { ...project, purgingSince: nowOf(ctx) };
  const transaction = new Transaction(ctx.db).put(projectEntity.encode(marked, rev + 1), ifRevision(rev), staleRead);
  return (await isDoneUnlessStale(transaction.commit())) ? marked : undefined;
}

/** The mark of a purge, which goes with the project alone. */
const ifPurging: Condition = { expression: 'attribute_exists(purgingSince)' };

async function purge(ctx: Purging, { projectId, ownerUserId, name }: ProjectRecord, time: PurgeTime): Promise<void> {
  const deadline = deadlineAt(ctx, time.until);
  const own = projectKeys.project(projectId);
  const guard: Guard = (transaction) => {
    deadline();
    transaction.check(own, ifPurging, staleRead);
  };
  const writer = new GuardedWriter(ctx.db, guard);
  for (const item of await queryAll(ctx.db, chipKeys.chips(projectId)))
    await removeChip(ctx, chipEntity.decode(item), guard);
  const members = await listMembers(ctx.db, projectId);
  await writer.write(members.map(({ userId }) => ({ delete: userKeys.membership(userId, projectId) })));
  for (const { userId } of members) await writer.write(await tokensBoundTo(ctx, userId, projectId));
  await writer.flush();
  await purgeRuns(ctx.db, projectId, writer);
  // Before the files: a maker of one finds the export gone and stops writing.
  await writer.deleteRange(exportKeys.all(projectId));
  await writer.flush();
  await purgeFiles(ctx, projectId, time);
  for (const flow of await listFlowsOfAllTime(ctx.db, projectId))
    await writer.deleteRange(flowKeys.versions(projectId, flow.name));
  await writer.deleteRange(threadKeys.ofProject(projectId));
  await writer.deleteRange(webhookKeys.allDeliveries(projectId));
  await writer.deleteRange(chatKeys.allMessages(projectId));
  await writer.deleteRange(projectKeys.audits(projectId));
  await writer.deleteRange(listHeadKeys.all(projectId));
  await writer.deleteRange(runKeys.pastHeads(projectId));
  await deleteSchedules(ctx, projectId, writer);
  await writer.flush();
  await writer.deleteRange({ pk: own.pk }, (key) => key.sk !== own.sk);
  await writer.flush();
  await new Transaction(ctx.db)
    .delete(own, ifPurging, staleRead)
    .delete(projectKeys.listed(projectId))
    // Its name may be another project's by the time that a slow purge comes to its end.
    .delete(projectKeys.name(ownerUserId, name), ifNameOf(projectId), staleRead)
    .commit();
}

/** An API token that is bound to the project opens nothing any more. */
async function tokensBoundTo({ db }: Purging, userId: string, projectId: string) {
  const bound = (await listTokens(db, userId)).filter((token) => token.projectId === projectId);
  return bound.map(({ tokenId }) => ({ delete: userKeys.token(userId, tokenId) }));
}

const ifNameOf = (projectId: string): Condition => ({
  expression: 'projectId = :project',
  values: { ':project': projectId },
});

/** A row leads to what the scheduler knows, what is left of a deleted schedule as well: the scheduler forgets first. */
async function deleteSchedules(ctx: Scheduling, projectId: string, writer: GuardedWriter): Promise<void> {
  for (const item of await queryAll(ctx.db, scheduleKeys.schedules(projectId))) {
    const { scheduleId } = scheduleEntity.decode(item);
    await ctx.scheduler.remove(scheduleId);
    await writer.deleteRange(scheduleKeys.firings(projectId, scheduleId));
  }
}
