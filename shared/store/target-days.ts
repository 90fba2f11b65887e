import type { TargetRecord } from './chips.ts';
import { defineEntity } from './codec.ts';
import { type TargetRef, taskKeys } from './keys.ts';

/** A qubit or coupling as a day left it (peer contract 3.7). */
export interface TargetDayRecord
  extends Pick<TargetRecord, 'projectId' | 'chipId' | 'username' | 'status' | 'data' | 'faulty' | 'cooldownId'> {
  target: TargetRef;
  /** `YYYYMMDD` in the calendar of the service. */
  date: string;
  /** When this state was written: the last one of the day wins. */
  stateAt: string;
}

/** Codec of daily rows; those of one day and chip, its snapshot, are together on gsi1. */
export const targetDayEntity = defineEntity<TargetDayRecord>({
  name: 'target-day',
  version: 1,
  keys: ({ projectId, chipId, target, date }) => ({
    ...taskKeys.day(projectId, chipId, target, date),
    gsi1pk: taskKeys.days(projectId, chipId, date),
    gsi1sk: taskKeys.daysSort(target),
  }),
});
