import type { ScheduleState } from './schedule.ts';

/**
 * Whether a firing that was due when it was queued is so still. It needs no calendar: whoever resumes a schedule or gives
 * it another time raises `since`.
 */
export const isStillDue = (
  { active, since }: Pick<ScheduleState, 'active' | 'since'>,
  scheduledTime: string,
): boolean => active && scheduledTime >= since;
