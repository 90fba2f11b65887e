import { type ChipRecord, getKeptChip } from '../../../chips/store/chips.ts';
import { checkKeptChip, streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { type Condition, type Database, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction, transactionLimit } from '../../../kernel/store/dynamodb/transaction.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { getTaskResult, type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { listTargetDays, type TargetDayRecord, targetDayEntity } from '../../store/days/target-days.ts';
import { getUnsettled, type UnsettledResultRecord } from '../../store/days/unsettled-results.ts';
import { ifNotExcluded } from '../exclusions/derived-state.ts';
import { isInDaysOver, rowStates } from '../exclusions/unsettled-days.ts';
import { withStates } from '../measured/metric-states.ts';

type ChipRef = { projectId: string; chipId: string };

/** Daily rows that are remade concurrently. */
export const concurrentDays = 8;

/**
 * Remakes the values of daily rows that depend on results which are excluded now, or lack results which count now. Only
 * past days are examined, from the day on which a result was written: the day of a qubit's or coupling's own record has
 * no row. So a result that is reported on its own day costs nothing.
 */
export async function recomputeDays(ctx: Context, ref: ChipRef, results: readonly TaskResultRecord[]): Promise<void> {
  const { calendarTimeZone: zone } = ctx.config;
  const today = calendarDate(nowOf(ctx), zone);
  const late = results.filter((one) => isInDaysOver(ctx, one));
  for (const taskId of new Set(late.map((one) => one.taskId)))
    await retryOnConflict(orRethrow(streamAttempts), async () => {
      const [chip, mark, result] = await Promise.all([
        getKeptChip(ctx.db, ref.projectId, ref.chipId),
        getUnsettled(ctx.db, { ...ref, taskId }),
        getTaskResult(ctx.db, ref.projectId, taskId),
      ]);
      const target = result && targetOf(result);
      if (!chip || !target || result.createdAt < chip.createdAt) return;
      const rows = await listTargetDays(ctx.db, { ...ref, target }, calendarDate(result.updatedAt, zone));
      const over = rows.filter(({ date }) => date < today);
      await forEachConcurrent(over, concurrentDays, (row) => recomputeRow(ctx, chip, row, result));
      if (mark) await removeMark(ctx.db, mark);
    });
}

/** @throws StaleReadError where the result was changed once more. */
const removeMark = (db: Database, mark: UnsettledResultRecord): Promise<void> => {
  const condition: Condition = {
    expression: 'attribute_not_exists(pk) OR #token = :token',
    names: { '#token': 'token' },
    values: { ':token': mark.token },
  };
  const key = taskKeys.unsettled(mark.projectId, mark.chipId, mark.taskId);
  return new Transaction(db).delete(key, condition, staleReadOf('The mark of a result')).commit();
};

/** @throws StaleReadError if the row, or a result that it depends on, was written meanwhile. */
async function recomputeRow(
  ctx: Context,
  chip: Stored<ChipRecord>,
  row: Stored<TargetDayRecord>,
  changed: Stored<TaskResultRecord>,
): Promise<void> {
  const states = await rowStates(ctx.db, chip, row, changed);
  if (states.length === 0) return;
  const { rev, settled = 0, ...day } = withStates(row, states);
  const transaction = new Transaction(ctx.db);
  checkKeptChip(transaction, chip);
  transaction.put(targetDayEntity.encode({ ...day, settled: settled + 1 }, rev), ifUnchanged(row), stale);
  const checks = new Map<string, Condition>();
  for (const { countedTaskId, replacedTaskId } of states) {
    if (countedTaskId !== undefined) checks.set(countedTaskId, ifNotExcluded);
    if (replacedTaskId !== undefined) checks.set(replacedTaskId, ifExcluded);
  }
  checks.set(changed.taskId, ifRevision(changed.rev));
  for (const [taskId, condition] of [...checks].slice(0, transactionLimit - transaction.size))
    transaction.check(taskKeys.result(row.projectId, taskId), condition, stale);
  await transaction.commit();
}

/** A replaced result is handled by its own inclusion only if it is no longer in the row. */
const ifExcluded: Condition = { expression: 'excluded = :yes', values: { ':yes': true } };

const ifUnchanged = ({ stateAt, rev, settled }: Stored<TargetDayRecord>): Condition => ({
  expression: `stateAt = :at AND #rev = :rev AND ${settled === undefined ? 'attribute_not_exists(settled)' : 'settled = :settled'}`,
  names: { '#rev': 'rev' },
  values: { ':at': stateAt, ':rev': rev, ...(settled === undefined ? {} : { ':settled': settled }) },
});

const stale = staleReadOf('A day, or a result behind it,');
