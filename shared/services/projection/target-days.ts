import { type Context, nowOf } from '../../context.ts';
import { calendarDate } from '../../domain/calendar.ts';
import { type ChipRecord, getChip, listTargets, type TargetRecord } from '../../store/chips.ts';
import type { Stored } from '../../store/codec.ts';
import { batchGetItems, type Condition, chunk, sideBySide } from '../../store/database.ts';
import type { Key } from '../../store/keys.ts';
import { type TargetDayRecord, targetDayEntity } from '../../store/target-days.ts';
import { Transaction, transactionLimit } from '../../store/transaction.ts';
import { checkChip, Moved, untilUnmoved } from './chip-writes.ts';
import { daysSideBySide, settleLateDay } from './settle-days.ts';

type ChipRef = { projectId: string; chipId: string };

/**
 * Writes the daily rows of qubits and couplings of one chip: one a calendar day, and the last state of the day stands,
 * whichever comes last (peer contract 3.7). The cool-down is the one that the values were written under. What never had a
 * value has no row, and nothing is written for a chip that is gone. A state that comes when its day is over is looked at
 * again: a result that it has, or lacks, may have been excluded or included since.
 */
export async function writeTargetDays(
  ctx: Context,
  of: ChipRef,
  targets: readonly Stored<TargetRecord>[],
): Promise<void> {
  const days = lastOfEach(targets.filter(hadValues).map((target) => dayOf(ctx, target)));
  if (days.length === 0) return;
  await untilUnmoved(async () => {
    const chip = await getChip(ctx.db, of.projectId, of.chipId);
    if (!chip) return;
    await putDays(
      ctx,
      chip,
      days.filter(({ stateAt }) => stateAt >= chip.createdAt),
    );
  });
  const today = calendarDate(nowOf(ctx), ctx.config.calendarTimeZone);
  await sideBySide(
    days.filter(({ date }) => date < today),
    daysSideBySide,
    (day) => settleLateDay(ctx, day),
  );
}

/** Writes the daily rows of a chip's qubits and couplings as they stand. */
export async function rebuildTargetDays(ctx: Context, of: ChipRef): Promise<void> {
  const chip = await getChip(ctx.db, of.projectId, of.chipId);
  if (!chip) return;
  for (const kind of ['qubit', 'coupling'] as const)
    await writeTargetDays(ctx, of, await listTargets(ctx.db, chip, kind));
}

/** What a run has measured may have lost its values again: then it is without any at the end of the day. */
const hadValues = ({ data, faulty, status }: TargetRecord): boolean =>
  status === 'completed' || Object.keys(data).length > 0 || Object.keys(faulty).length > 0;

function dayOf(ctx: Context, target: Stored<TargetRecord>): Stored<TargetDayRecord> {
  const { projectId, chipId, kind, id, username, status, data, faulty, cooldownId, updatedAt, rev } = target;
  const date = calendarDate(updatedAt, ctx.config.calendarTimeZone);
  const state = { username, status, data, faulty, cooldownId, stateAt: updatedAt };
  return { projectId, chipId, target: { kind, id }, date, ...state, rev };
}

/** The state of its day that counts: the later one; of one instant, the one of the higher revision. */
const isLater = (a: Pick<Stored<TargetDayRecord>, 'stateAt' | 'rev'>, b: typeof a): boolean =>
  a.stateAt === b.stateAt ? a.rev > b.rev : a.stateAt > b.stateAt;

const keyOf = (day: TargetDayRecord): Key => {
  const { pk, sk } = targetDayEntity.keys(day);
  return { pk, sk };
};

function lastOfEach(days: readonly Stored<TargetDayRecord>[]): Stored<TargetDayRecord>[] {
  const last = new Map<string, Stored<TargetDayRecord>>();
  for (const day of days) {
    const key = JSON.stringify(keyOf(day));
    const standing = last.get(key);
    if (!standing || isLater(day, standing)) last.set(key, day);
  }
  return [...last.values()];
}

/** @throws Moved */
async function putDays(ctx: Context, chip: ChipRecord, days: readonly Stored<TargetDayRecord>[]): Promise<void> {
  const standing = await batchGetItems(ctx.db, days.map(keyOf));
  const wanted = days.filter((day, n) => {
    const item = standing[n];
    return item === undefined || isLater(day, targetDayEntity.decode(item));
  });
  for (const part of chunk(wanted, transactionLimit - 1)) {
    const transaction = new Transaction(ctx.db);
    checkChip(transaction, chip);
    for (const { rev, ...day } of part)
      transaction.put(
        targetDayEntity.encode(day, rev),
        ifEarlier(day.stateAt, rev),
        () => new Moved('A day was written meanwhile'),
      );
    await transaction.commit();
  }
}

const ifEarlier = (stateAt: string, rev: number): Condition => ({
  expression: 'attribute_not_exists(pk) OR stateAt < :at OR (stateAt = :at AND #rev < :new)',
  names: { '#rev': 'rev' },
  values: { ':at': stateAt, ':new': rev },
});
