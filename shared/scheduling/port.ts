import type { Timing } from '../domain/schedules/schedule.ts';

/** How verbs have a schedule fire, whoever looks at the clock (docs/design/domain.md#schedules). */

/** What the scheduler needs to know of a schedule. */
export interface ScheduleEntry extends Timing {
  projectId: string;
  scheduleId: string;
}

/** What is delivered to the target at each firing, at least once. */
export interface ScheduleFiring {
  project_id: string;
  schedule_id: string;
  /** When it was to fire, ISO 8601 UTC. */
  scheduled_time: string;
}

/** Looks at the clock. Adapters: EventBridge Scheduler, and timers on one machine. */
export interface Scheduler {
  /** Has a schedule fire from now on; one that is known already is replaced. Repeatable. */
  put(entry: ScheduleEntry): Promise<void>;
  /** Has it fire no more; one that is not known is no error. */
  remove(scheduleId: string): Promise<void>;
}
