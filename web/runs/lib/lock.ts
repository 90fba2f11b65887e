import { runInTheWay } from '#shared/runs/rules/lock.ts';
import type { LockStatus } from '../../ui/lib/api/wire.ts';

/** The active run that a start on a chip has to wait for; undefined where it can begin, or the lock is not read yet. */
export function holderInTheWay(
  lock: LockStatus | undefined,
  chipId: string | undefined,
): LockStatus['locks'][number] | undefined {
  if (!lock) return undefined;
  const holders = lock.locks.map((holder) => ({ chipId: holder.chip_id, holder }));
  return runInTheWay(lock.scope, holders, chipId)?.holder;
}
