import { ifFlowStands } from '../../flows/store/flows.ts';
import { prepareRun } from '../../flows/verbs/prepare-run.ts';
import { unknownFlow } from '../../flows/verbs/unknown-flow.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { flowKeys } from '../../kernel/store/keys.ts';
import { nextRun } from '../rules/schedule.ts';
import { getScheduleOrTombstone, type ScheduleRecord, scheduleEntity } from '../store/schedules.ts';
import { addScheduleEntry, type KeptSchedule } from './audit-schedule.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { pendingSync } from './sync-schedule.ts';
import { requireRoom, updateSchedule } from './write-schedule.ts';

/**
 * Makes a schedule what it was before a change: it is deleted, changed back, or there again, without the records of its former firings
 * (rule UNDO-10). It counts from now on; the sweep tells the scheduler within minutes.
 * @throws ServiceError `not-found`; `conflict` where it was edited since; `invalid` for a time that has passed.
 */
export async function restoreSchedule(ctx: ProjectContext, { scheduleId, before, after }: KeptSchedule): Promise<void> {
  const expect = ({ updatedAt, updatedBy }: ScheduleRecord) => {
    if (updatedAt !== after)
      throw conflict(`Schedule '${scheduleId}' was changed by '${updatedBy}' on ${updatedAt} since`, 'changed_since');
  };
  if (before === null) await deleteSchedule(ctx, scheduleId, expect);
  else if (after === null) await putBack(ctx, before);
  else {
    const { cron, scheduledTime, timeZone, active, parameters } = before;
    const changes = { cron, timeZone, active, parameters: JSON.parse(parameters) as Record<string, unknown> };
    // A time that has passed matters only where the schedule is to fire.
    await updateSchedule(ctx, scheduleId, { ...changes, ...(active && { scheduledTime }) }, expect);
  }
}

/** Puts a deleted schedule back, over its tombstone if that is there still. */
function putBack(ctx: ProjectContext, kept: ScheduleRecord): Promise<void> {
  const { projectId, scheduleId, flowName } = kept;
  return retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), async () => {
    const existing = await getScheduleOrTombstone(ctx.db, projectId, scheduleId);
    if (existing && existing.deletedAt === undefined)
      throw conflict(`Schedule '${scheduleId}' is there again since`, 'changed_since');
    await requireRoom(ctx);
    const parameters = JSON.parse(kept.parameters) as Record<string, unknown>;
    await prepareRun(ctx, { name: flowName, parameters });
    const now = nowOf(ctx);
    const updatedBy = ctx.actor.user.username;
    const after = { ...kept, since: now, updatedAt: now, updatedBy, lastFiring: undefined, ...pendingSync(ctx) };
    if (after.active && nextRun(after, now) === undefined)
      throw conflict(`The time of schedule '${scheduleId}' has passed since`, 'changed_since');
    const transaction = new Transaction(ctx.db);
    const condition = existing ? ifRevision(existing.rev) : ifAbsent;
    transaction.put(scheduleEntity.encode(after, (existing?.rev ?? 0) + 1), condition, staleRead);
    transaction.check(flowKeys.flow(projectId, flowName), ifFlowStands, () => unknownFlow(flowName, projectId));
    addScheduleEntry(transaction, ctx, { action: 'restore-schedule', before: null, after });
    await transaction.commit();
  });
}
