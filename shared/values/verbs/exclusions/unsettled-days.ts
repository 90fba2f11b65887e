import { randomUUID } from 'node:crypto';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import type { Database } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import type { TargetDayRecord } from '../../store/days/target-days.ts';
import { unsettledResultEntity } from '../../store/days/unsettled-results.ts';
import { type MetricState, metricStates } from '../measured/metric-states.ts';

/** Whether there may be daily rows that rest on a result: of days that are over, from the one on which it was written. */
export function isInDaysOver(ctx: Context, result: TaskResultRecord): boolean {
  const { status, trial, outputParameterNames, updatedAt } = result;
  if (status !== 'completed' || trial || outputParameterNames.length === 0) return false;
  const { calendarTimeZone: zone } = ctx.config;
  return calendarDate(updatedAt, zone) < calendarDate(nowOf(ctx), zone);
}

/**
 * Marks, in the transaction that excludes or includes a result, that daily rows do not include that yet (rule READ-3).
 */
export function markUnsettled(ctx: Context, transaction: Transaction, chip: ChipRecord, after: TaskResultRecord): void {
  if (!isInDaysOver(ctx, after) || !targetOf(after) || after.createdAt < chip.createdAt) return;
  const { projectId, chipId, taskId } = after;
  transaction.put(unsettledResultEntity.encode({ projectId, chipId, taskId, token: randomUUID() }, 1));
}

/** The changes of a day's row because a result was excluded or included; nothing if it is up to date. */
export function rowStates(
  db: Database,
  chip: ChipRecord & { rev: number },
  row: TargetDayRecord,
  changed: TaskResultRecord,
): Promise<MetricState[]> {
  const asOf = { chip, until: row.stateAt, now: row.stateAt, changed };
  return metricStates(db, asOf, { ...row, ...row.target }, Object.keys(changed.outputParameters));
}
