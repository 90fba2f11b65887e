import type { Timing } from '../rules/schedule.ts';

/** How verbs let a schedule fire, with any scheduler (docs/design/domain.md#schedules). */

/** The scheduler's view of a schedule. */
export interface ScheduleEntry extends Timing {
  projectId: string;
  scheduleId: string;
}

/** The message to the target at each firing, delivered at least once. */
export interface ScheduleFiring {
  project_id: string;
  schedule_id: string;
  /** The scheduled time, ISO 8601 UTC. */
  scheduled_time: string;
}

/** Fires schedules. Adapters: EventBridge Scheduler, and timers on one machine. */
export interface Scheduler {
  /** Adds a schedule, or replaces a known one. Repeatable. */
  put(entry: ScheduleEntry): Promise<void>;
  /** Removes a schedule; an unknown one is ignored. */
  remove(scheduleId: string): Promise<void>;
}
