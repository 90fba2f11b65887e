import { getFlow } from '../../flows/store/flows.ts';
import { unknownFlow } from '../../flows/verbs/unknown-flow.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { notInProject } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { scheduleKeys } from '../../kernel/store/keys.ts';
import { nextRun } from '../rules/schedule.ts';
import {
  type FiringRecord,
  firingEntity,
  getSchedule,
  listSchedules,
  type ScheduleRecord,
} from '../store/schedules.ts';

export type ScheduleWithNextRun = ScheduleRecord & { nextRun: string | undefined };

/** A schedule of the project. @throws ServiceError `not-found`. */
export async function readSchedule(ctx: ProjectContext, scheduleId: string): Promise<Stored<ScheduleRecord>> {
  const schedule = await getSchedule(ctx.db, ctx.projectId, scheduleId);
  if (!schedule) throw notInProject('Schedule', scheduleId, ctx.projectId);
  return schedule;
}

/** When a schedule fires next, seen from now. */
export const withNextRun = (ctx: ProjectContext, schedule: ScheduleRecord): ScheduleWithNextRun => ({
  ...schedule,
  nextRun: nextRun(schedule, nowOf(ctx)),
});

/**
 * Schedules of the project, or of one flow: the next to fire first, and those that do not fire last.
 * @throws ServiceError `not-found` for the flow.
 */
export async function listSchedulesWithNextRun(ctx: ProjectContext, flowName?: string): Promise<ScheduleWithNextRun[]> {
  const [all, flow] = await Promise.all([
    listSchedules(ctx.db, ctx.projectId),
    flowName === undefined ? undefined : getFlow(ctx.db, ctx.projectId, flowName),
  ]);
  if (flowName !== undefined && !flow) throw unknownFlow(flowName, ctx.projectId);
  return all
    .filter((schedule) => flowName === undefined || schedule.flowName === flowName)
    .map((schedule) => withNextRun(ctx, schedule))
    .toSorted((a, b) => (sortOf(a) < sortOf(b) ? -1 : 1));
}

/** `~` follows every digit. */
const sortOf = (schedule: ScheduleWithNextRun): string =>
  [schedule.nextRun ?? '~', schedule.createdAt, schedule.scheduleId].join(' ');

/** The outcomes of the firings of a schedule, the latest first. @throws ServiceError `not-found`. */
export async function listFirings(
  ctx: ProjectContext,
  scheduleId: string,
  page: PageRequest,
): Promise<Page<Stored<FiringRecord>>> {
  const range = { ...scheduleKeys.firings(ctx.projectId, scheduleId), descending: true };
  const [firings] = await Promise.all([
    readPage(ctx.db, range, page, { decode: (item) => firingEntity.decode(item) }),
    readSchedule(ctx, scheduleId),
  ]);
  return firings;
}
