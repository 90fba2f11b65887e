/** What the lock of a run covers: the whole project, or its chip (rules RUN-1 and RUN-22). */
export const LOCK_SCOPES = ['project', 'chip'] as const;
export type LockScope = (typeof LOCK_SCOPES)[number];

/** Most runs that are active in a project at once: they are in one item of the table, and each look at the lock reads all. */
export const MOST_ACTIVE_RUNS = 20;

/** A run that holds a lock, with the fields that the rule needs. */
interface Holder {
  chipId: string;
}

/**
 * The run that a start has to wait for.
 * @param holders the runs that hold a lock, the oldest first.
 * @returns undefined where the start may take the lock.
 */
export function runInTheWay<T extends Holder>(
  scope: LockScope,
  holders: readonly T[],
  chipId: string | undefined,
): T | undefined {
  const sameChip = holders.find((holder) => holder.chipId === chipId);
  // Of an unknown chip, any run may be in the way.
  const isAny = scope === 'project' || chipId === undefined || holders.length >= MOST_ACTIVE_RUNS;
  return sameChip ?? (isAny ? holders[0] : undefined);
}
