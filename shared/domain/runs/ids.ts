/** Ids of runs: the execution's, `YYYYMMDD-NNN`, and the UUID of its run of the state machine. */

/** An execution id; the number of a day with more than a thousand has four digits or more (rule RUN-3). */
export const executionIdPattern = /^\d{8}-\d{3,6}$/;

/** The UUID of a run in its canonical form, of any version. */
export const runIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
  return { date: last.date, index: last.index + 1 };
}

export const executionIdOf = ({ date, index }: LastExecution): string => `${date}-${String(index).padStart(3, '0')}`;

/** The inverse of `executionIdOf`. */
export function lastExecutionOf(executionId: string): LastExecution {
  const [date = '', index] = executionId.split('-');
  return { date, index: Number(index) };
}
