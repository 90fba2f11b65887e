import type { Schedule } from '../../ui/lib/api/wire.ts';

/** The state of a schedule: `done` is one that will not fire again by itself. */
type ScheduleState = 'active' | 'paused' | 'done';

/** The state of a schedule; one for a single time is done once it has fired, with any outcome. */
export const stateOf = (schedule: Pick<Schedule, 'active' | 'next_run' | 'schedule_type' | 'last_firing'>) => {
  const { active, next_run: next, schedule_type: type, last_firing: last } = schedule;
  const state: ScheduleState = next !== null ? 'active' : active || (type === 'one-time' && last) ? 'done' : 'paused';
  return state;
};
