import type { ProjectContext } from '../../../kernel/context.ts';
import { notFound, notInProject } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { orRefuse, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import { type Page, readPage } from '../../../kernel/store/dynamodb/paging.ts';
import { dayKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { type ChipDayRecord, chipDayEntity } from '../../../values/store/days/chip-days.ts';
import { listOpenDaysOf } from '../../../values/store/days/open-chip-days.ts';
import { type TargetDayRecord, targetDayEntity } from '../../../values/store/days/target-days.ts';
import { listUnsettled } from '../../../values/store/days/unsettled-results.ts';
import { stateOn } from '../../../values/verbs/days/chip-state.ts';
import { dayOf } from '../../../values/verbs/days/target-days.ts';
import { settleRows } from '../../../values/verbs/projection/settled-days.ts';
import { kindTitle } from '../../rules/target-kinds.ts';
import { getStatistics } from '../../store/chip-statistics.ts';
import type { TargetRecord } from '../../store/chips.ts';
import { findTarget, readChip } from '../read-chip.ts';

/** The requested days of a history, newest first. */
export interface DaysRequest {
  skip: number;
  limit: number;
  /** Not later than this day, `YYYYMMDD`. */
  until?: string | undefined;
}

/** A page of days; `skip` gives further ones. */
export type DayPage<T> = Pick<Page<T>, 'records' | 'total' | 'skip' | 'limit'>;

/**
 * The days on which a chip or something of it was changed, newest first, each with the chip's own fields at its end.
 * Days that are not closed yet come from the present chip. @throws ServiceError `not-found`.
 */
export async function listChipDays(
  ctx: ProjectContext,
  chipId: string,
  request: DaysRequest,
): Promise<DayPage<ChipDayRecord>> {
  const ref = { projectId: ctx.projectId, chipId };
  const { until = '~' } = request;
  // The marks before the rows: a day that is closed in between is found among these.
  const [chip, marks, statistics] = await Promise.all([
    readChip(ctx, chipId),
    listOpenDaysOf(ctx.db, ref),
    getStatistics(ctx.db, ctx.projectId, chipId),
  ]);
  const created = calendarDate(chip.createdAt, ctx.config.calendarTimeZone);
  const open = marks.filter((date) => date >= created && date <= until).sort((a, b) => b.localeCompare(a));
  const first = open.map((date) => ({ ...ref, date, ...stateOn(chip, date), createdAt: chip.createdAt }));
  const { pk } = dayKeys.chipDays(ctx.projectId, chipId);
  const range = { pk, from: dayKeys.chipDaySort('0'), through: dayKeys.chipDaySort(until), descending: true };
  const marked = new Set(open);
  return behind(first, request, (page) =>
    readPage(ctx.db, range, page, {
      decode: (item) => chipDayEntity.decode(item),
      keep: ({ date }) => !marked.has(date),
      ...(request.until === undefined && open.length === 0 && { total: statistics?.chipDays ?? 0 }),
    }),
  );
}

/**
 * The daily history of a qubit or coupling, newest first: the last state of each day on which it was written; a coupling is
 * found under the reversed id too. @throws ServiceError `not-found` for the chip or the target.
 */
export function listTargetHistory(
  ctx: ProjectContext,
  chipId: string,
  { kind, id }: Pick<TargetRecord, 'kind' | 'id'>,
  request: DaysRequest,
): Promise<DayPage<TargetDayRecord>> {
  return retryOnConflict(orRefuse(`The history of chip '${chipId}'`), () =>
    readTargetHistory(ctx, chipId, { kind, id }, request),
  );
}

/** @throws StaleReadError where results were excluded or included between two reads. */
async function readTargetHistory(
  ctx: ProjectContext,
  chipId: string,
  { kind, id }: Pick<TargetRecord, 'kind' | 'id'>,
  request: DaysRequest,
): Promise<DayPage<TargetDayRecord>> {
  const { until = '~' } = request;
  // The record before the rows: if it moves to another day in between, the row of the day before exists already.
  const zone = ctx.config.calendarTimeZone;
  const ref = { projectId: ctx.projectId, chipId };
  const [{ chip, target }, unsettled] = await Promise.all([
    findTarget(ctx, chipId, { kind, id }),
    listUnsettled(ctx.db, ref),
  ]);
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  if (!target) throw notFound(`${kindTitle(kind)} '${id}' not found in chip '${chipId}'`);
  const own = dayOf(target, zone);
  const { pk } = taskKeys.daysOf(ctx.projectId, chipId, target);
  const page = await behind(own && own.date <= until ? [own] : [], request, (rest) =>
    readPage(ctx.db, { pk, from: '0', through: until, descending: true }, rest, {
      decode: (item) => targetDayEntity.decode(item),
      keep: ({ date }) => own !== undefined && date < own.date,
    }),
  );
  return { ...page, records: await settleRows(ctx.db, ref, zone, unsettled, page.records) };
}

/** A page of some records followed by a list. */
async function behind<T>(
  first: readonly T[],
  { skip, limit }: DaysRequest,
  read: (page: { skip: number; limit: number }) => Promise<Page<T>>,
): Promise<DayPage<T>> {
  const shown = first.slice(skip, skip + limit);
  const rest = { skip: Math.max(0, skip - first.length), limit: limit - shown.length };
  const page = await read(rest);
  const total = page.total === null ? null : page.total + first.length;
  return { records: [...shown, ...page.records], total, skip, limit };
}
