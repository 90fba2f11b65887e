import { median } from '../../values/rules/statistics.ts';
import { type LockScope, runInTheWay } from './lock.ts';

/** The queue of starts that wait for a project's lock (rule RUN-14). */

/**
 * Most starts that wait in a project. They are one item of the table, which holds 400 KB; each has at most 8 KB of
 * parameters, and each that has left has a reason of at most 1,000 characters.
 */
export const QUEUE_LIMIT = 20;

/** Completed runs of a flow whose durations count for an estimate: the newest. */
export const ESTIMATED_FROM_RUNS = 20;

/** A waiting start, with the chip that it is queued for where that is known. */
interface Waiting {
  chipId?: string | undefined;
}

/**
 * The starts that are next in a queue: the first of all, or the first of each chip where locks are per chip (rule RUN-23).
 * They are in the order of the queue.
 */
export function nextStarts<T extends Waiting>(scope: LockScope, waiting: readonly T[]): T[] {
  if (scope === 'project') return waiting.slice(0, 1);
  return waiting.filter((one, index) => waiting.findIndex(({ chipId }) => chipId === one.chipId) === index);
}

/** The next starts that no active run is in the way of. */
export const startsThatMayBegin = <T extends Waiting>(
  scope: LockScope,
  waiting: readonly T[],
  holders: readonly { chipId: string }[],
): T[] => nextStarts(scope, waiting).filter(({ chipId }) => runInTheWay(scope, holders, chipId) === undefined);

/** Moves one entry of a list to a position, counted from 0; a position beyond the end is the last. */
export function moveTo<T>(list: readonly T[], entry: T, position: number): T[] {
  const others = list.filter((one) => one !== entry);
  return others.toSpliced(position, 0, entry);
}

/** Longest time for which the queue waits after runs that could not be launched. */
const LONGEST_PAUSE_MINUTES = 60;

/** A start that has left the queue. One that failed with an execution had begun, and could not be launched. */
interface Left {
  outcome: string;
  executionId?: string | undefined;
  /** ISO 8601. */
  at: string;
}

/**
 * When the next start is tried (ISO 8601): a minute after a run that could not be launched, and twice as long after each
 * that follows on it, so that a state machine that refuses runs does not use up the queue. Undefined where none failed so.
 * @param settled those that left the queue, the latest first; those that were removed or never began say nothing.
 */
export function pausedUntil(settled: readonly Left[]): string | undefined {
  const begun = settled.filter(({ executionId }) => executionId !== undefined);
  const launched = begun.findIndex(({ outcome }) => outcome !== 'failed');
  const failures = launched < 0 ? begun.length : launched;
  const [last] = begun;
  if (!last || failures === 0) return undefined;
  const minutes = Math.min(LONGEST_PAUSE_MINUTES, 2 ** (failures - 1));
  return new Date(Date.parse(last.at) + minutes * 60_000).toISOString();
}

/** How long a run takes by others of its flow, in seconds; undefined where none has completed. */
export const usualSeconds = (durationsSeconds: readonly number[]): number | undefined => median(durationsSeconds);

/** The run that holds the lock, with the fields that an estimate needs. */
interface Active {
  /** ISO 8601; undefined for a run that has not begun. */
  startAt: string | undefined;
  /** Usual duration; undefined where no run of its flow has completed. */
  durationSeconds: number | undefined;
}

/**
 * When each waiting start begins, if every run before it takes its usual time (ISO 8601). A run that takes longer than
 * usual is expected to end now. Undefined from the first one on that has a run of unknown duration before it.
 * @param active the run that holds the lock; undefined where the lock is free.
 * @param durations usual durations of the waiting starts in seconds, in their order.
 */
export function estimateStarts(
  now: string,
  active: Active | undefined,
  durations: readonly (number | undefined)[],
): (string | undefined)[] {
  const present = Date.parse(now);
  let free: number | undefined = active ? expectedEnd(present, active) : present;
  return durations.map((seconds) => {
    const begins = free;
    free = begins === undefined || seconds === undefined ? undefined : begins + seconds * 1000;
    return begins === undefined ? undefined : new Date(begins).toISOString();
  });
}

function expectedEnd(present: number, { startAt, durationSeconds }: Active): number | undefined {
  if (durationSeconds === undefined) return undefined;
  const begun = startAt === undefined ? present : Date.parse(startAt);
  return Math.max(present, begun + durationSeconds * 1000);
}
