import { targetName } from '../../../chips/rules/target-kinds.ts';
import { addChipDayToStatistics } from '../../../chips/store/chip-statistics.ts';
import {
  type ChipRecord,
  getChip,
  getKeptChip,
  listAllTargets,
  type TargetRecord,
} from '../../../chips/store/chips.ts';
import { streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { type Deadline, deadlineAt, OutOfTimeError } from '../../../kernel/deadline.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  allOf,
  batchGetItems,
  type Condition,
  getItem,
  ifAbsent,
  ifRevision,
  writeItem,
} from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys, dayKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { markDueMonths } from '../../../results/verbs/due/due-months.ts';
import {
  type ChipDayRecord,
  type ChipDirectoryRecord,
  chipDayEntity,
  chipDirectoryEntity,
  type DirectoryEntry,
  directoryEntries,
  directoryOf,
  findChipDay,
  findDirectory,
} from '../../store/days/chip-days.ts';
import {
  getOpenChipDay,
  listOpenChipDays,
  listOpenDaysOf,
  type OpenChipDayRecord,
  openChipDayPages,
} from '../../store/days/open-chip-days.ts';
import { findTargetDay, type TargetDayRecord } from '../../store/days/target-days.ts';
import { stateOn } from './chip-state.ts';
import { dayOf, keepTargetDays } from './target-days.ts';

/** The outcome of closing the past days of chips. */
export interface DaySweep {
  closed: number;
  failed: number;
}

/**
 * Closes the past days on which chips were changed (rule DAY-3), oldest first, until a time. Safe to run concurrently
 * with itself and with all writers: a day is closed by one transaction over what was read.
 * @param days oldest first, with all open days of each of their chips; all open days by default.
 */
export async function closeDays(ctx: Context, until: Date, days?: readonly OpenChipDayRecord[]): Promise<DaySweep> {
  const result: DaySweep = { closed: 0, failed: 0 };
  const today = todayOf(ctx);
  const waiting = new Set<string>();
  for (const day of days ?? (await listOpenChipDays(ctx.db, today))) {
    if (ctx.clock() > until) break;
    const chip = JSON.stringify([day.projectId, day.chipId]);
    // A day is made of the one before.
    if (day.date >= today || waiting.has(chip)) continue;
    try {
      if (!(await closeDay(ctx, day, deadlineAt(ctx, until)))) {
        waiting.add(chip);
        continue;
      }
      result.closed += 1;
      // Each chip has a day to close each day.
      await markDueMonths(ctx, day);
    } catch (error) {
      // The written rows stay: the next sweep writes the others.
      if (error instanceof OutOfTimeError) break;
      // One chip must not keep the others from being closed.
      waiting.add(chip);
      result.failed += 1;
      ctx.log.error('day not closed', { entity: day.date, projectId: day.projectId, reason: String(error) });
    }
  }
  return result;
}

/** The past open days of all chips, a page at a time. */
export const openDayPages = (ctx: Context): AsyncGenerator<OpenChipDayRecord[]> =>
  openChipDayPages(ctx.db, todayOf(ctx));

const todayOf = (ctx: Context): string => calendarDate(nowOf(ctx), ctx.config.calendarTimeZone);

/** The same of one chip, without haste. @throws OutOfTimeError */
export async function closeDaysOf(
  ctx: Context,
  ref: { projectId: string; chipId: string },
  deadline: Deadline,
): Promise<void> {
  const today = todayOf(ctx);
  for (const date of await listOpenDaysOf(ctx.db, ref))
    if (date < today) {
      deadline();
      await closeDay(ctx, { ...ref, date }, deadline);
    }
}

/** Answers whether the day is closed; one of a chip that is deleted, or being made or changed by a job, is not. */
function closeDay(ctx: Context, day: OpenChipDayRecord, deadline: Deadline): Promise<boolean> {
  return retryOnConflict(orRethrow(streamAttempts), async () => {
    const [chip, mark, job] = await Promise.all([
      getKeptChip(ctx.db, day.projectId, day.chipId),
      getOpenChipDay(ctx.db, day),
      getItem(ctx.db, chipKeys.job(day.projectId, day.chipId)),
    ]);
    if (!mark) return true;
    // The marks of a deleted chip that can be restored stay.
    if (job || chip?.deletingAt) return false;
    // The mark was written while its chip, or the chip before, was being deleted.
    if (!chip || calendarDate(chip.createdAt, ctx.config.calendarTimeZone) > day.date) {
      await new Transaction(ctx.db)
        .check(chipKeys.chip(day.projectId, day.chipId), chip ? ifSame(chip) : ifNoChip, chipChanged)
        .delete(dayKeys.open(day.projectId, day.chipId, day.date))
        .commit();
      return true;
    }
    await fence(ctx, chip, day.date);
    await writeDay(ctx, mark, deadline);
    return true;
  });
}

const chipChanged = staleReadOf('The chip');

const ifSame = ({ createdAt }: ChipRecord): Condition => ({
  expression: 'attribute_not_exists(deletingAt) AND createdAt = :created',
  values: { ':created': createdAt },
});

/** A chip is made together with the mark of its first day, so that this one is not its; nor can the chip be restored. */
const ifNoChip: Condition = {
  expression: 'attribute_not_exists(pk) OR (attribute_exists(deletingAt) AND attribute_not_exists(restorableUntil))',
};

/** From here on no target is written with a time in the day (rule DAY-4). @throws StaleReadError */
async function fence(ctx: Context, chip: ChipRecord, date: string): Promise<void> {
  if (chip.dayFence !== undefined && chip.dayFence >= date) return;
  const { ok } = await writeItem(ctx.db, {
    update: chipKeys.chip(chip.projectId, chip.chipId),
    with: updateOf({ set: { dayFence: date } }),
    condition: ifSame(chip),
  });
  if (!ok) throw chipChanged();
}

/** The present rows of a day and of the one before. */
interface Standing {
  chip: Stored<ChipRecord>;
  directory: Stored<ChipDirectoryRecord> | undefined;
  row: Stored<ChipDayRecord> | undefined;
}

/** @throws StaleReadError, OutOfTimeError */
async function writeDay(ctx: Context, mark: Stored<OpenChipDayRecord>, deadline: Deadline): Promise<void> {
  const { projectId, chipId, date } = mark;
  const [chip, directory, row] = await Promise.all([
    getChip(ctx.db, projectId, chipId),
    findDirectory(ctx.db, mark, date),
    findChipDay(ctx.db, mark, date),
  ]);
  if (!chip || (chip.dayFence ?? '') < date) throw chipChanged();
  const targets = await listAllTargets(ctx.db, chip);
  const { entries, rows } = await entriesOf(ctx, targets, date, directory);
  await keepTargetDays(ctx, mark, rows, deadline);
  await commitDay(ctx, mark, { chip, directory, row }, entries);
}

/** Where the state of each target at the end of the day is, and the rows that are to be there for that. */
async function entriesOf(
  ctx: Context,
  targets: readonly Stored<TargetRecord>[],
  date: string,
  directory: ChipDirectoryRecord | undefined,
): Promise<{ entries: DirectoryEntry[]; rows: Stored<TargetDayRecord>[] }> {
  const zone = ctx.config.calendarTimeZone;
  const known = new Map((directory ? directoryEntries(directory) : []).map((entry) => [targetName(entry), entry.date]));
  const present = targets.filter(({ createdAt }) => calendarDate(createdAt, zone) <= date);
  const valued = present.map((target) => dayOf(target, zone)).filter((day) => day !== undefined);
  const [moved, stayed] = [valued.filter((day) => day.date > date), valued.filter((day) => day.date <= date)];
  const rows = stayed.filter((day) => known.get(targetName(day.target)) !== day.date);
  const items = await batchGetItems(
    ctx.db,
    moved.map(({ projectId, chipId, target }) => taskKeys.day(projectId, chipId, target, date)),
  );
  const dates = new Map(stayed.map((day) => [targetName(day.target), day.date]));
  for (const [n, day] of moved.entries()) {
    // Chips of earlier versions have rows and no directory.
    const before = directory ? known.get(targetName(day.target)) : (await findTargetDay(ctx.db, day, date))?.date;
    dates.set(targetName(day.target), items[n] ? date : (before ?? ''));
  }
  const entries = present.map(({ kind, id }) => ({ kind, id, date: dates.get(targetName({ kind, id })) ?? '' }));
  return { entries, rows };
}

/** The day, what leads to its targets, and the end of its mark. @throws StaleReadError */
async function commitDay(
  ctx: Context,
  mark: Stored<OpenChipDayRecord>,
  { chip, directory, row }: Standing,
  entries: readonly DirectoryEntry[],
): Promise<void> {
  const { projectId, chipId, date } = mark;
  const ref = { projectId, chipId, date };
  const transaction = new Transaction(ctx.db);
  const kept = chip.earlier?.filter((one) => one.before > date);
  const asRead = allOf(ifSame(chip), ifRevision(chip.rev));
  const pruned = updateOf({ set: { earlier: kept?.length ? kept : undefined } });
  transaction.update(chipKeys.chip(projectId, chipId), pruned, asRead, chipChanged);
  transaction.delete(dayKeys.open(projectId, chipId, date), ifRevision(mark.rev), chipChanged);
  const day: ChipDayRecord = { ...ref, ...stateOn(chip, date), createdAt: chip.createdAt };
  const put = (item: Record<string, unknown>, before: Stored<{ date: string }> | undefined) =>
    transaction.put(item, before?.date === date ? ifRevision(before.rev) : ifAbsent, chipChanged);
  const revOf = (before: Stored<{ date: string }> | undefined) => (before?.date === date ? before.rev : 0) + 1;
  put(chipDayEntity.encode(day, revOf(row)), row);
  put(chipDirectoryEntity.encode(directoryOf(ref, entries), revOf(directory)), directory);
  if (row?.date !== date) {
    const { key, update } = addChipDayToStatistics(projectId, chipId);
    transaction.update(key, update);
  }
  await transaction.commit();
}
