import { type HeldLock, listHeldLocks } from '../../../store/runs/locks.ts';
import { type Orchestrated, type ReconcileOptions, reconcileRun } from './reconcile.ts';

/** What a sweep over the held locks found. */
export interface LockSweep {
  /** Locks that runs which live hold. */
  held: number;
  /** Runs that had died, and were ended. */
  settled: number;
  failed: number;
}

/**
 * Looks after every held lock (docs/design/runs-and-workers.md#who-looks-after-a-run): a run that died is ended, so
 * that its lock is free. Measures the age of the oldest lock that stays held. May run at any time and side by side with
 * itself.
 */
export async function sweepLocks(ctx: Orchestrated, options: ReconcileOptions = {}): Promise<LockSweep> {
  const result: LockSweep = { held: 0, settled: 0, failed: 0 };
  const ages = [0];
  for (const lock of await listHeldLocks(ctx.db)) {
    try {
      const existing = await reconcileRun(ctx, lock.projectId, options);
      if (existing) result.held += 1;
      else result.settled += 1;
      if (existing) ages.push(ageSeconds(ctx, existing.holder));
    } catch (error) {
      // One run that cannot be looked at must not keep the others from it.
      result.failed += 1;
      ages.push(ageSeconds(ctx, lock));
      const { projectId, executionId } = lock;
      ctx.log.error('lock not reconciled', { projectId, executionId, reason: String(error) });
    }
  }
  ctx.log.measure('lockAge', Math.max(...ages));
  return result;
}

const ageSeconds = (ctx: Orchestrated, { acquiredAt }: Pick<HeldLock, 'acquiredAt'>): number =>
  Math.max(0, Math.round((ctx.clock().getTime() - Date.parse(acquiredAt)) / 1000));
