import { addDaysToStatistics } from '../../../chips/store/chip-statistics.ts';
import { type ChipRecord, getKeptChip, type TargetRecord } from '../../../chips/store/chips.ts';
import { checkKeptChip, streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import type { Context } from '../../../kernel/context.ts';
import { type Deadline, noDeadline } from '../../../kernel/deadline.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Condition, chunk, ifAbsent } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction, transactionLimit } from '../../../kernel/store/dynamodb/transaction.ts';
import type { Key } from '../../../kernel/store/keys.ts';
import { openChipDay } from '../../store/days/open-chip-days.ts';
import { type TargetDayRecord, targetDayEntity } from '../../store/days/target-days.ts';

type ChipRef = { projectId: string; chipId: string };

/**
 * Stores the states of qubits and couplings of one chip as daily rows of the days of their last writes, if those are
 * over (rule QDASH-19), and marks the day of the write as open if it is the first write of one of them (rule DAY-3).
 * Every write of a target calls this first, so that a qubit has one row a day however often it is measured, and a day
 * without a row is the one of the record itself. Existing rows stay: they may have been settled since. A target that
 * never had a value has no row.
 * @param at the time that the targets will be written with
 */
export async function closeTargetDays(
  ctx: Context,
  ref: ChipRef,
  targets: readonly Stored<TargetRecord>[],
  at: string,
): Promise<void> {
  const { calendarTimeZone: zone } = ctx.config;
  const today = calendarDate(at, zone);
  const own = targets.map((target) => dayOf(target, zone));
  if (own.some((day) => day?.date !== today))
    await openChipDay(ctx.db, { projectId: ref.projectId, chipId: ref.chipId, date: today });
  await keepTargetDays(
    ctx,
    ref,
    own.filter((day) => day !== undefined).filter(({ date }) => date < today),
  );
}

/** Writes daily rows if there are none, or earlier states. @throws OutOfTimeError between two transactions. */
export async function keepTargetDays(
  ctx: Context,
  ref: ChipRef,
  days: readonly Stored<TargetDayRecord>[],
  deadline: Deadline = noDeadline,
): Promise<void> {
  if (days.length === 0) return;
  await retryOnConflict(orRethrow(streamAttempts), async () => {
    const chip = await getKeptChip(ctx.db, ref.projectId, ref.chipId);
    if (!chip) return;
    await putDays(
      ctx,
      chip,
      days.filter(({ stateAt }) => stateAt >= chip.createdAt),
      deadline,
    );
  });
}

/** What a run has measured may have lost its values again: then it is without any at the end of the day. */
const hadValues = ({ data, faulty, status }: TargetRecord): boolean =>
  status === 'completed' || Object.keys(data).length > 0 || Object.keys(faulty).length > 0;

/** A record as the row of the day on which it was written; undefined for what never had a value. */
export function dayOf(target: Stored<TargetRecord>, zone: string): Stored<TargetDayRecord> | undefined {
  if (!hadValues(target)) return undefined;
  const { projectId, chipId, kind, id, username, status, data, faulty, cooldownId, createdAt, updatedAt, rev } = target;
  const state = { username, status, data, faulty, cooldownId, createdAt, stateAt: updatedAt };
  return { projectId, chipId, target: { kind, id }, date: calendarDate(updatedAt, zone), ...state, rev };
}

/** The state of its day that counts: the later one; of one instant, the one of the higher revision. */
const isLater = (a: Pick<Stored<TargetDayRecord>, 'stateAt' | 'rev'>, b: typeof a): boolean =>
  a.stateAt === b.stateAt ? a.rev > b.rev : a.stateAt > b.stateAt;

const keyOf = (day: TargetDayRecord): Key => {
  const { pk, sk } = targetDayEntity.keys(day);
  return { pk, sk };
};

/** @throws StaleReadError, OutOfTimeError */
async function putDays(
  ctx: Context,
  chip: ChipRecord,
  days: readonly Stored<TargetDayRecord>[],
  deadline: Deadline,
): Promise<void> {
  const existing = await batchGetItems(ctx.db, days.map(keyOf));
  const newer = days.flatMap((day, n) => {
    const item = existing[n];
    const isNew = item === undefined;
    return isNew || isLater(day, targetDayEntity.decode(item)) ? [{ day, isNew }] : [];
  });
  // Besides the days: the chip that is checked, and its statistics.
  for (const part of chunk(newer, transactionLimit - 2)) {
    deadline();
    const transaction = new Transaction(ctx.db);
    checkKeptChip(transaction, chip);
    for (const { day, isNew } of part) {
      const { rev, ...record } = day;
      transaction.put(targetDayEntity.encode(record, rev), isNew ? ifAbsent : ifEarlier(day.stateAt, rev), stale);
    }
    countNewDays(
      transaction,
      chip,
      part.filter(({ isNew }) => isNew).map(({ day }) => day),
    );
    await transaction.commit();
  }
}

function countNewDays(transaction: Transaction, { projectId, chipId }: ChipRecord, days: readonly TargetDayRecord[]) {
  if (days.length === 0) return;
  const qubit = days.filter(({ target }) => target.kind === 'qubit').length;
  const { key, update } = addDaysToStatistics(projectId, chipId, { qubit, coupling: days.length - qubit });
  transaction.update(key, update);
}

const stale = staleReadOf('A day');

const ifEarlier = (stateAt: string, rev: number): Condition => ({
  expression: 'stateAt < :at OR (stateAt = :at AND #rev < :new)',
  names: { '#rev': 'rev' },
  values: { ':at': stateAt, ':new': rev },
});
