import { setTimeout as sleep } from 'node:timers/promises';
import { lateAfterSeconds, newestFiring, nextRun } from '#shared/schedules/rules/schedule.ts';
import type { ScheduleEntry, ScheduleFiring, Scheduler } from '#shared/schedules/scheduling/port.ts';

/** Longest interval between readings of the clock, which may have been set or paused with the machine. */
const maxWaitMilliseconds = 30_000;

/** Delay before a failed delivery is retried. */
const retryMilliseconds = 15_000;

export interface TimersOptions {
  clock: () => Date;
  /** Calls the schedule's target, the function that EventBridge Scheduler calls on AWS. */
  deliver(firing: ScheduleFiring): Promise<void>;
  onError(error: unknown): void;
}

/** The scheduler of one machine: timers with the semantics of EventBridge Scheduler. */
export interface Timers extends Scheduler {
  /**
   * Loads a schedule from the table. Of the firings missed since `from` (ISO 8601), only the newest is delivered; the
   * target decides whether it is too late.
   */
  resume(entry: ScheduleEntry, from: string): void;
  /** Delivers what is due, and resolves when all running deliveries have ended. */
  tick(): Promise<void>;
  /** Delivers no more, and waits for running deliveries. */
  close(): Promise<void>;
}

interface Watched {
  entry: ScheduleEntry;
  /** Firings before this instant were delivered or do not count. */
  from: string;
  next: string | undefined;
}

/** Starts no timer before there is a schedule. */
export function createTimers({ clock, deliver, onError }: TimersOptions): Timers {
  const watched = new Map<string, Watched>();
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const now = () => clock().toISOString();
  const watch = (entry: ScheduleEntry, from: string) => {
    watched.set(entry.scheduleId, { entry, from, next: nextRun({ ...entry, active: true }, from) });
    arm();
  };
  const arm = () => {
    clearTimeout(timer);
    if (closing.signal.aborted || watched.size === 0) return;
    const next = [...watched.values()].flatMap((one) => (one.next === undefined ? [] : [Date.parse(one.next)]));
    const wait = Math.min(maxWaitMilliseconds, ...next.map((at) => at - clock().getTime()));
    timer = setTimeout(() => void fireDue(), Math.max(0, wait));
    timer.unref();
  };
  const fireDue = () => {
    if (closing.signal.aborted) return;
    const at = now();
    for (const one of [...watched.values()]) {
      if (one.next === undefined || one.next > at) continue;
      const { entry, from } = one;
      const firing = newestFiring({ ...entry, active: true, since: from }, from, at);
      // Starts at the next millisecond, since the firing at that instant was delivered.
      watch(entry, new Date(Date.parse(at) + 1).toISOString());
      if (entry.cron === undefined) watched.delete(entry.scheduleId);
      if (firing !== undefined) begin(entry, firing);
    }
    arm();
  };
  const begin = ({ projectId, scheduleId }: ScheduleEntry, scheduledTime: string) => {
    const firing = { project_id: projectId, schedule_id: scheduleId, scheduled_time: scheduledTime };
    const done = attempt(firing).finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const attempt = async (firing: ScheduleFiring): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        return await deliver(firing);
      } catch (error) {
        onError(error);
      }
      const ageSeconds = (clock().getTime() - Date.parse(firing.scheduled_time)) / 1000;
      if (ageSeconds > lateAfterSeconds) return;
      await sleep(retryMilliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  };

  return {
    put: async (entry) => {
      // Deliver what is due under the old settings, which would be lost otherwise.
      fireDue();
      watch(entry, now());
    },
    remove: async (scheduleId) => {
      watched.delete(scheduleId);
    },
    resume: (entry, from) => watch(entry, from),
    tick: async () => {
      fireDue();
      await Promise.all(underWay);
    },
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
