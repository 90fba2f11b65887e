/** Ids of runs: the execution's, `YYYYMMDD-NNN`, and the UUID of its run of the state machine. */

/** An execution id; the number of a day with more than a thousand has four digits or more (rule RUN-3). */
export const executionIdPattern = /^\d{8}-\d{3,6}$/;

/** The UUID of a run in its canonical form, of any version. */
export const runIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Numbers from here on are those of runs of the past (rule PAST-2); no start gives them. */
const FIRST_PAST_NUMBER = 900_000;
const LAST_PAST_NUMBER = 999_999;

/** Date and number of the last execution of a project; kept with its lock. */
export interface LastExecution {
  /** `YYYYMMDD`. */
  date: string;
  index: number;
}

/**
 * The number after `last` (rule RUN-3). Counting starts at 0 each day. Where the
 * calendar goes backwards, because a clock was corrected, it counts on within the later day: an id is never given twice.
 */
export function nextExecution(last: LastExecution | undefined, today: string): LastExecution {
  if (!last || today > last.date) return { date: today, index: 0 };
  const index = last.index + 1;
  if (index >= FIRST_PAST_NUMBER) throw new RangeError(`The day ${last.date} has no number left for a run`);
  return { date: last.date, index };
}

/**
 * The number after the newest run of the past of a day; undefined if the day has no number left.
 * @param date the day on which the run began, `YYYYMMDD`
 */
export function nextPastExecution(newest: LastExecution | undefined, date: string): LastExecution | undefined {
  const index = newest ? newest.index + 1 : FIRST_PAST_NUMBER;
  return index > LAST_PAST_NUMBER ? undefined : { date, index };
}

/** The first and the last id that runs of the past of a day may have. */
export const pastExecutionsOf = (date: string): { first: string; last: string } => ({
  first: executionIdOf({ date, index: FIRST_PAST_NUMBER }),
  last: executionIdOf({ date, index: LAST_PAST_NUMBER }),
});

/** Whether an id is one of a run of the past. */
export const isPastExecution = (executionId: string): boolean =>
  lastExecutionOf(executionId).index >= FIRST_PAST_NUMBER;

/** The last id of a day that a start may have given. */
export const lastLiveExecutionOf = (date: string): string => executionIdOf({ date, index: FIRST_PAST_NUMBER - 1 });

export const executionIdOf = ({ date, index }: LastExecution): string => `${date}-${String(index).padStart(3, '0')}`;

/** The inverse of `executionIdOf`. */
export function lastExecutionOf(executionId: string): LastExecution {
  const [date = '', index] = executionId.split('-');
  return { date, index: Number(index) };
}
