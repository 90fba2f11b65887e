import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { calendarDate, calendarDay } from '../../../kernel/rules/calendar.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { type TargetRef, taskKeys } from '../../../kernel/store/keys.ts';
import {
  type ChipDirectoryRecord,
  directoryEntries,
  findChipDay,
  findChipDayFrom,
  findDirectory,
} from '../../../values/store/days/chip-days.ts';
import { listOpenDaysOf } from '../../../values/store/days/open-chip-days.ts';
import { findTargetDay, type TargetDayRecord, targetDayEntity } from '../../../values/store/days/target-days.ts';
import { listUnsettled, type UnsettledResultRecord } from '../../../values/store/days/unsettled-results.ts';
import { stateOn } from '../../../values/verbs/days/chip-state.ts';
import { dayOf } from '../../../values/verbs/days/target-days.ts';
import { settleRows } from '../../../values/verbs/projection/settled-days.ts';
import { targetName } from '../../rules/target-kinds.ts';
import type { ChipRecord, ChipState, TargetRecord } from '../../store/chips.ts';
import { readChip, readTargets } from '../read-chip.ts';

/** The past state of a qubit, coupling or element; without `stateAt` it had no value yet. */
export type TargetState = Pick<TargetRecord, 'username' | 'status' | 'data' | 'faulty' | 'cooldownId'> & {
  target: TargetRef;
  createdAt: string;
  stateAt: string | undefined;
  /** The day of the last change, `YYYYMMDD`; undefined for none. */
  date: string | undefined;
};

/** The state of a chip at the end of a day, with its qubits and couplings. */
export interface ChipOnDay {
  chip: ChipRecord;
  date: string;
  state: ChipState;
  targets: TargetState[];
}

/**
 * A chip with its qubits and couplings at the end of a day of the calendar; for today, the present ones. Exact also
 * while the day is not closed yet, with one more round trip (rule DAY-5).
 * @throws ServiceError `not-found` for a chip that does not exist, or did not then; `invalid` for a future day.
 */
export function chipOnDay(ctx: ProjectContext, chipId: string, date: string): Promise<ChipOnDay> {
  return retryOnConflict(orRefuse(`The history of chip '${chipId}'`), () => readDay(ctx, chipId, date));
}

/** @throws StaleReadError where the day was closed between two reads. */
async function readDay(ctx: ProjectContext, chipId: string, date: string): Promise<ChipOnDay> {
  const zone = ctx.config.calendarTimeZone;
  const today = calendarDate(nowOf(ctx), zone);
  const ref = { projectId: ctx.projectId, chipId };
  if (!calendarDay(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`, zone))
    throw invalid(`The day ${date} does not exist`);
  if (date > today) throw invalid(`The day ${date} is to come: today is ${today} in ${zone}`);
  if (date === today) {
    const chip = await readChip(ctx, chipId);
    return { chip, date, state: stateOn(chip, date), targets: await present(ctx, chip) };
  }
  const [chip, unsettled, open, directory, row] = await Promise.all([
    readChip(ctx, chipId),
    listUnsettled(ctx.db, ref),
    listOpenDaysOf(ctx.db, ref),
    findDirectory(ctx.db, ref, date),
    findChipDay(ctx.db, ref, date),
  ]);
  if (calendarDate(chip.createdAt, zone) > date) throw notFound(`Chip '${chipId}' was not there on ${date}`);
  if (!directory || !row || open.some((day) => day <= date)) return openDay(ctx, chip, date, unsettled);
  const [targets, newest] = await Promise.all([
    closedTargets(ctx, chip, directory, unsettled),
    // A day that was closed between the read of the marks and that of the directory is found now.
    findDirectory(ctx.db, ref, date),
  ]);
  if (newest?.date !== directory.date || newest.rev !== directory.rev) throw dayClosed();
  return { chip, date, state: row, targets };
}

const dayClosed = staleReadOf('The history of the chip');

async function present(ctx: ProjectContext, chip: ChipRecord): Promise<TargetState[]> {
  const targets = Object.values(await readTargets(ctx, chip)).flat();
  return targets.map((target) => presentState(target, ctx.config.calendarTimeZone));
}

function presentState(target: Stored<TargetRecord>, zone: string): TargetState {
  const day = dayOf(target, zone);
  return day ? stateOfRow(day, target.createdAt) : withoutValues(target, target);
}

/** One of version 0.1 has no time of its creation. */
function stateOfRow(row: TargetDayRecord, createdAt: string): TargetState {
  const { target, username, status, data, faulty, cooldownId, stateAt, date } = row;
  return { target, username, status, data, faulty, cooldownId, createdAt: row.createdAt ?? createdAt, stateAt, date };
}

const withoutValues = (
  { kind, id }: TargetRef,
  { username, createdAt }: Pick<TargetRecord, 'username' | 'createdAt'>,
): TargetState => ({
  target: { kind, id },
  ...{ username, createdAt, status: 'pending', data: {}, faulty: {}, cooldownId: undefined },
  stateAt: undefined,
  date: undefined,
});

/** The state of every target from the rows that the directory of a closed day names. */
async function closedTargets(
  ctx: ProjectContext,
  chip: ChipRecord,
  directory: ChipDirectoryRecord,
  unsettled: readonly UnsettledResultRecord[],
): Promise<TargetState[]> {
  const { projectId, chipId } = chip;
  const entries = directoryEntries(directory);
  const measured = entries.filter((entry) => entry.date !== '');
  const items = await batchGetItems(
    ctx.db,
    measured.map((entry) => taskKeys.day(projectId, chipId, entry, entry.date)),
  );
  const rows = items.map((item) => {
    if (!item) throw dayClosed();
    return targetDayEntity.decode(item);
  });
  const settled = await settleRows(ctx.db, chip, ctx.config.calendarTimeZone, unsettled, rows);
  const states = settled.map((row) => stateOfRow(row, chip.createdAt));
  return [...states, ...entries.filter((entry) => entry.date === '').map((entry) => withoutValues(entry, chip))];
}

/** Of a day that is not closed: the records that have not been written since, and the rows of the others. */
async function openDay(
  ctx: ProjectContext,
  chip: Stored<ChipRecord>,
  date: string,
  unsettled: readonly UnsettledResultRecord[],
): Promise<ChipOnDay> {
  const zone = ctx.config.calendarTimeZone;
  const all = Object.values(await readTargets(ctx, chip)).flat();
  const targets = all.filter(({ createdAt }) => calendarDate(createdAt, zone) <= date);
  const states = new Map<string, TargetState>();
  const readTarget = async (target: Stored<TargetRecord>) => {
    const own = dayOf(target, zone);
    // A write that moves a record to another day first puts the row of the day before: so rows are read after records.
    const ref = { projectId: chip.projectId, chipId: chip.chipId, target };
    const day = own && own.date > date ? await findTargetDay(ctx.db, ref, date) : own;
    const [settled] = day ? await settleRows(ctx.db, chip, zone, unsettled, [day]) : [];
    const state = settled ? stateOfRow(settled, target.createdAt) : withoutValues(target, target);
    states.set(targetName(target), state);
  };
  const [from] = await Promise.all([findChipDayFrom(ctx.db, chip, date), forEachConcurrent(targets, 32, readTarget)]);
  return {
    chip,
    date,
    // A chip of an earlier version has no row of its first days: as the first one that it has.
    state: from ?? stateOn(chip, date),
    targets: targets.flatMap(({ kind, id }) => states.get(targetName({ kind, id })) ?? []),
  };
}
