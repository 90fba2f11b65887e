import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { scheduleKeys } from '#shared/kernel/store/keys.ts';
import { isDue, nextRun, type ScheduleState } from '#shared/schedules/rules/schedule.ts';
import { firingEntity, type ScheduleRecord, scheduleEntity } from '#shared/schedules/store/schedules.ts';
import type { SimulatedScheduler } from '../world/simulated-scheduler.ts';
import { Violation } from '../world/world.ts';
import { itemOf, recordsOf } from './records.ts';

/** A run of a schedule begins while that remains, counts, and has its time then (rules SCHED-1 and SCHED-4). */
export function checkStartOfSchedule(table: MemoryTable, execution: Image): void {
  const { schedule_id: id, scheduled_time: time } = noteOf(execution);
  if (id === undefined || time === undefined) return;
  const { pk, sk } = scheduleKeys.schedule(execution.projectId?.S ?? '', id);
  const item = table.get(pk, sk);
  const schedule = item && scheduleEntity.decode(itemOf(item));
  // A one-time schedule whose firing waited is done in the transaction that begins the run.
  const isDoneByIt = schedule?.lastFiring?.executionId === execution.executionId?.S;
  const counts = schedule && { ...schedule, active: schedule.active || isDoneByIt };
  if (!counts || counts.deletedAt !== undefined || !isDue(counts, time))
    throw new Violation(`A run was started for ${time} of the schedule ${id}, which does not fire then`);
}

/** What is left once every delivery was answered (rules SCHED-3 and SCHED-4). */
export function checkSchedules(table: MemoryTable, scheduler: SimulatedScheduler, now: string): void {
  const schedules = recordsOf(table, scheduleEntity);
  const firings = recordsOf(table, firingEntity);
  const started = new Map<string, string>();
  for (const item of table.all().filter(({ entity }) => entity?.S === 'execution')) {
    const { schedule_id: id, scheduled_time: time } = noteOf(item);
    if (id === undefined) continue;
    const name = `${id} ${time}`;
    if (started.has(name)) throw new Violation(`The firing ${name} has two runs`);
    started.set(name, item.executionId?.S ?? '');
  }
  for (const { scheduleId, scheduledTime, outcome, executionId } of firings)
    if (outcome === 'started' && started.get(`${scheduleId} ${scheduledTime}`) !== executionId)
      throw new Violation(`The firing ${scheduleId} ${scheduledTime} has no run ${executionId}`);
  const known = scheduler.known;
  for (const schedule of schedules) {
    checkKnown(schedule, known.get(schedule.scheduleId), now);
    known.delete(schedule.scheduleId);
  }
  const [forgotten] = known.keys();
  if (forgotten !== undefined) throw new Violation(`The scheduler knows ${forgotten}, which is gone`);
  const recorded = new Set(firings.map(({ scheduleId, scheduledTime }) => `${scheduleId} ${scheduledTime}`));
  for (const { schedule_id: id, scheduled_time } of scheduler.delivered) {
    const schedule = schedules.find(({ scheduleId }) => scheduleId === id);
    const time = new Date(scheduled_time).toISOString();
    // One that was edited since may have been paused when it came.
    const stood = schedule && schedule.updatedAt < time && isDueEver(schedule, time);
    if (stood && !recorded.has(`${id} ${time}`)) throw new Violation(`Nothing became of the firing ${id} ${time}`);
  }
}

/** Whether it fires at a time, or did before it was done. */
const isDueEver = (schedule: ScheduleRecord, time: string): boolean =>
  isDue({ ...schedule, active: schedule.active || schedule.doneAt !== undefined }, time);

/** The scheduler knows a schedule as it is, or not at all where it fires no more. */
function checkKnown(schedule: ScheduleRecord, entry: Partial<ScheduleState> | undefined, now: string): void {
  const { scheduleId, cron, scheduledTime, deletedAt, syncDueAt } = schedule;
  if (deletedAt !== undefined || syncDueAt !== undefined)
    throw new Violation(`The scheduler was not told of schedule ${scheduleId}`);
  if (schedule.active && cron === undefined && (scheduledTime ?? '') < now)
    throw new Violation(`The time of schedule ${scheduleId} has passed, and nothing became of it`);
  const fires = nextRun(schedule, now) !== undefined;
  if (fires !== (entry !== undefined) || (entry && (entry.cron !== cron || entry.scheduledTime !== scheduledTime)))
    throw new Violation(`The scheduler knows schedule ${scheduleId} as ${JSON.stringify(entry)}`);
}

const noteOf = (execution: Image): { schedule_id?: string; scheduled_time?: string } =>
  (itemOf(execution).note ?? {}) as ReturnType<typeof noteOf>;
