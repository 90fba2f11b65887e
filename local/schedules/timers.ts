import { setTimeout as sleep } from 'node:timers/promises';
import { lateAfterSeconds, newestFiring, nextRun } from '#shared/domain/schedules/schedule.ts';
import type { ScheduleEntry, ScheduleFiring, Scheduler } from '#shared/scheduling/port.ts';

/** Longest wait between two looks at the clock, which may have been set, or have stood still with the machine. */
const maxWaitMilliseconds = 30_000;

/** How long a delivery that failed waits before it is tried again. */
const retryMilliseconds = 15_000;

export interface TimersOptions {
  clock: () => Date;
  /** Starts what a schedule starts: the function that EventBridge Scheduler calls on AWS. */
  deliver(firing: ScheduleFiring): Promise<void>;
  onError(error: unknown): void;
}

/** The scheduler of one machine: timers, with the semantics of EventBridge Scheduler. */
export interface Timers extends Scheduler {
  /**
   * Takes up a schedule from the table. Of what it missed since `from` (ISO 8601), the newest firing alone is delivered:
   * the target says whether it is too late.
   */
  resume(entry: ScheduleEntry, from: string): void;
  /** Delivers what is due by the clock, and resolves when all deliveries under way have ended. */
  tick(): Promise<void>;
  /** Delivers no more, and waits for what is under way. */
  close(): Promise<void>;
}

interface Watched {
  entry: ScheduleEntry;
  /** What is before that was delivered, or does not count. */
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
      // From the next millisecond on: what fired at that instant has been delivered.
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
      // What is due as it was told before: it would be forgotten with that.
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
