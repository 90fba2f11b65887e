import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import type { ProjectAuditAction } from '../../projects/rules/audit.ts';
import { addUndoable } from '../../projects/verbs/audit/entries.ts';
import type { ScheduleRecord } from '../store/schedules.ts';

/** What undoing a change of a schedule needs. */
export interface KeptSchedule {
  scheduleId: string;
  /** Null where it was created. */
  before: ScheduleRecord | null;
  /** Its last edit after the change; null where it was deleted. */
  after: string | null;
}

interface ScheduleChange {
  action: Extract<ProjectAuditAction, `${string}-schedule`>;
  before: ScheduleRecord | null;
  after: ScheduleRecord | null;
}

/** Puts the entry of a change of a schedule. */
export function addScheduleEntry(
  transaction: Transaction,
  ctx: ProjectContext,
  { action, before, after }: ScheduleChange,
): void {
  const schedule = after ?? before;
  if (!schedule) return;
  const { scheduleId, flowName } = schedule;
  const undo: KeptSchedule = { scheduleId, before, after: after?.updatedAt ?? null };
  addUndoable(
    transaction,
    ctx,
    { projectId: ctx.projectId, actor: ctx.actor.user.username },
    {
      action,
      resource: `schedule:${scheduleId}`,
      details: { flow: flowName, before: before && shownOf(before), after: after && shownOf(after) },
      undo: { ...undo },
      at: nowOf(ctx),
    },
  );
}

const shownOf = ({ cron, scheduledTime, timeZone, active, parameters }: ScheduleRecord) => ({
  time: cron ?? scheduledTime ?? '',
  timezone: timeZone,
  active,
  parameters,
});
