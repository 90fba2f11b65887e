import type { ScheduleEntry, Scheduler } from '#shared/schedules/scheduling/port.ts';

/** A scheduler that only remembers what it was told. */
export interface FakeScheduler extends Scheduler {
  /** What would fire, by the schedule's id. */
  readonly known: Map<string, ScheduleEntry>;
  /** Thrown by every call until it is removed; `after` the call was carried out. */
  fault: { error: Error; after?: boolean } | undefined;
  /** Done before a call is carried out, once. */
  before: (() => Promise<void>) | undefined;
}

/** A scheduler that knows nothing yet. */
export function fakeScheduler(): FakeScheduler {
  const known = new Map<string, ScheduleEntry>();
  const carryOut = async (act: () => void): Promise<void> => {
    const { before, fault } = scheduler;
    scheduler.before = undefined;
    await before?.();
    if (!fault || fault.after) act();
    if (fault) throw fault.error;
  };
  const scheduler: FakeScheduler = {
    known,
    fault: undefined,
    before: undefined,
    put: (entry) => carryOut(() => known.set(entry.scheduleId, entry)),
    remove: (scheduleId) => carryOut(() => known.delete(scheduleId)),
  };
  return scheduler;
}
