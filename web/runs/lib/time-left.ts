/** When a task ended and when its run began, in milliseconds since the epoch. */
export interface TaskTiming {
  startedAt: number;
  /** Ends of the tasks that have ended, in any order. */
  ends: readonly number[];
}

/** Below this number of ends, or over less than this time, a rate is meaningless. */
const minimum = { ends: 10, milliseconds: 3_000 };

/** The share of the ends, the latest ones, that the rate is taken from: stages differ in what a task takes. */
const recentShare = 1 / 4;

/** Tasks that end within this time ended together, as those of a batch do. */
const batchMilliseconds = 1_000;

/**
 * The seconds that a run still needs, at the rate of its last part until now; the number grows while no task ends.
 * Undefined while it cannot be known, and after the last task.
 * @param left tasks that have yet to end; undefined if the run does not say
 * @param now milliseconds since the epoch
 */
export function secondsLeft(
  { startedAt, ends }: TaskTiming,
  left: number | undefined,
  now: number,
): number | undefined {
  if (left === undefined || left <= 0 || ends.length < minimum.ends) return undefined;
  const inOrder = [...ends].sort((a, b) => a - b);
  const last = inOrder.at(-1) ?? startedAt;
  const { from, count } = recentOf(inOrder, last) ?? { from: startedAt, count: ends.length };
  const milliseconds = Math.max(now, last) - from;
  if (!Number.isFinite(milliseconds) || milliseconds < minimum.milliseconds) return undefined;
  return (left * milliseconds) / 1000 / count;
}

/** Where the last part begins, and how many end in it: with the end of a batch, so that batches are counted whole. */
function recentOf(inOrder: readonly number[], last: number): { from: number; count: number } | undefined {
  const least = Math.max(minimum.ends, Math.ceil(inOrder.length * recentShare));
  for (let index = inOrder.length - 1 - least; index >= 0; index -= 1) {
    const earliest = inOrder[index] ?? last;
    if (!(last - earliest >= minimum.milliseconds)) continue;
    let end = index;
    while ((inOrder[end + 1] ?? last) - earliest < batchMilliseconds) end += 1;
    const count = inOrder.length - 1 - end;
    if (count >= minimum.ends) return { from: inOrder[end] ?? earliest, count };
  }
  return undefined;
}

/** The time left, rounded to its precision: `less than a minute`, `about 3 min`, `about 1 h 20 min`, `about 2 d`. */
export function formatTimeLeft(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (seconds < 50) return 'less than a minute';
  if (minutes < 60) return `about ${minutes} min`;
  const tens = Math.round(minutes / 10) * 10;
  const [hours, rest] = [Math.floor(tens / 60), tens % 60];
  if (hours < 24) return rest === 0 ? `about ${hours} h` : `about ${hours} h ${rest} min`;
  return `about ${Math.round(hours / 24)} d`;
}
