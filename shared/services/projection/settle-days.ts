import { type Context, nowOf } from '../../context.ts';
import { calendarDate } from '../../domain/calendar.ts';
import { type ChipRecord, getChip, type TargetRecord, targetEntity } from '../../store/chips.ts';
import type { Stored } from '../../store/codec.ts';
import { type Condition, getItem, ifRevision, sideBySide } from '../../store/database.ts';
import { chipKeys, type TargetRef, taskKeys } from '../../store/keys.ts';
import { listTargetDays, type TargetDayRecord, targetDayEntity } from '../../store/target-days.ts';
import { getTaskResult, type TaskResultRecord, targetOf } from '../../store/task-results.ts';
import { Transaction, transactionLimit } from '../../store/transaction.ts';
import { ifNotExcluded } from '../exclusions/settle.ts';
import { metricStates, withStates } from '../exclusions/value-state.ts';
import { checkChip, Moved, untilUnmoved } from './chip-writes.ts';

type ChipRef = { projectId: string; chipId: string };

/** Daily rows that are made again side by side. */
export const daysSideBySide = 8;

/**
 * Makes the values of daily rows again that rest on results which are excluded now, or lack results which count now. Only
 * days that are over are looked at, from the one on which a result was written: what an exclusion changes of today's row is
 * written with its qubit or coupling. So a result that is told of on its own day costs nothing.
 */
export async function settleDays(ctx: Context, of: ChipRef, results: readonly TaskResultRecord[]): Promise<void> {
  const { calendarTimeZone: zone } = ctx.config;
  const today = calendarDate(nowOf(ctx), zone);
  const late = results.filter((one) => isMeasured(one) && calendarDate(one.updatedAt, zone) < today);
  for (const taskId of new Set(late.map((one) => one.taskId)))
    await untilUnmoved(async () => {
      const [chip, result] = await Promise.all([
        getChip(ctx.db, of.projectId, of.chipId),
        getTaskResult(ctx.db, of.projectId, taskId),
      ]);
      const target = result && targetOf(result);
      if (!chip || !target || result.createdAt < chip.createdAt) return;
      const rows = await listTargetDays(ctx.db, { ...of, target }, calendarDate(result.updatedAt, zone));
      const over = rows.filter(({ date }) => date < today);
      const metrics = Object.keys(result.outputParameters);
      await sideBySide(over, daysSideBySide, (row) => settleRow(ctx, chip, row, metrics, result));
    });
}

const isMeasured = ({ status, trial, outputParameterNames }: TaskResultRecord): boolean =>
  status === 'completed' && !trial && outputParameterNames.length > 0;

/** Settles a row whose day was over when it was written: whatever was excluded or included in between is not in it. */
export async function settleLateDay(ctx: Context, of: ChipRef & { target: TargetRef; date: string }): Promise<void> {
  const { projectId, chipId, target, date } = of;
  await untilUnmoved(async () => {
    const [chip, rowItem, targetItem] = await Promise.all([
      getChip(ctx.db, projectId, chipId),
      getItem(ctx.db, taskKeys.day(projectId, chipId, target, date)),
      getItem(ctx.db, chipKeys.target(projectId, chipId, target)),
    ]);
    if (!chip || !rowItem || !targetItem) return;
    const row = targetDayEntity.decode(rowItem);
    const metrics = new Set([row, targetEntity.decode(targetItem)].flatMap(metricsOf));
    await settleRow(ctx, chip, row, [...metrics], undefined);
  });
}

const metricsOf = ({ data, faulty }: Pick<TargetRecord, 'data' | 'faulty'>): string[] => [
  ...Object.keys(data),
  ...Object.keys(faulty),
];

/** @throws Moved where the row, or a result that it is to rest on, was written meanwhile. */
async function settleRow(
  ctx: Context,
  chip: Stored<ChipRecord>,
  row: Stored<TargetDayRecord>,
  metrics: readonly string[],
  changed: Stored<TaskResultRecord> | undefined,
): Promise<void> {
  const view = { chip, until: row.stateAt, ...(changed ? { changed } : {}) };
  const states = await metricStates(ctx.db, view, { ...row, ...row.target }, metrics);
  if (states.length === 0) return;
  const { rev, settled = 0, ...day } = withStates(row, states);
  const transaction = new Transaction(ctx.db);
  checkChip(transaction, chip);
  transaction.put(targetDayEntity.encode({ ...day, settled: settled + 1 }, rev), ifAsRead(row), moved);
  const checks = new Map<string, Condition>();
  for (const { restsOn, gaveWay } of states) {
    if (restsOn !== undefined) checks.set(restsOn, ifNotExcluded);
    if (gaveWay !== undefined) checks.set(gaveWay, ifExcluded);
  }
  if (changed) checks.set(changed.taskId, ifRevision(changed.rev));
  for (const [taskId, condition] of [...checks].slice(0, transactionLimit - transaction.size))
    transaction.check(taskKeys.result(row.projectId, taskId), condition, moved);
  await transaction.commit();
}

/** What gave way is looked at by its own inclusion only where it is not in the row any more. */
const ifExcluded: Condition = { expression: 'excluded = :yes', values: { ':yes': true } };

const ifAsRead = ({ stateAt, rev, settled }: Stored<TargetDayRecord>): Condition => ({
  expression: `stateAt = :at AND #rev = :rev AND ${settled === undefined ? 'attribute_not_exists(settled)' : 'settled = :settled'}`,
  names: { '#rev': 'rev' },
  values: { ':at': stateAt, ':rev': rev, ...(settled === undefined ? {} : { ':settled': settled }) },
});

const moved = (): Error => new Moved('A day, or a result that it rests on, was written meanwhile');
