import type { ScheduleState } from './schedule.ts';

/**
 * Whether a queued firing is still due. It needs no calendar: resuming a schedule or changing its time raises `since`.
 */
export const isStillDue = (
  { active, since }: Pick<ScheduleState, 'active' | 'since'>,
  scheduledTime: string,
): boolean => active && scheduledTime >= since;
