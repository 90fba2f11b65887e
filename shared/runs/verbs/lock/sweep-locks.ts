import { OutOfTimeError } from '../../../kernel/deadline.ts';
import { sweepSeconds } from '../../../kernel/rules/sweep-seconds.ts';
import { forEachInTime, untilOf } from '../../../kernel/verbs/for-each-in-time.ts';
import { type HeldLock, listHeldLocks } from '../../store/locks.ts';
import { type Orchestrated, type ReconcileOptions, reconcileRuns } from './reconcile.ts';

/** Locks that are reconciled concurrently: each takes a few calls, most of them to the state machine. */
const concurrency = 16;

/** What a sweep over the held locks found. */
export interface LockSweep {
  /** Locks that runs which live hold. */
  held: number;
  /** Runs that had died, and were ended. */
  settled: number;
  failed: number;
}

/**
 * Reconciles held locks (docs/design/runs-and-workers.md#who-looks-after-a-run): a run that died is ended, so that its
 * lock is free. Measures the age of the oldest lock that stays held. May run at any time and concurrently with itself.
 * @param locks as the list of held locks had them; all held locks by default.
 */
export async function sweepLocks(
  ctx: Orchestrated,
  options: ReconcileOptions = {},
  locks?: readonly HeldLock[],
): Promise<LockSweep> {
  const result: LockSweep = { held: 0, settled: 0, failed: 0 };
  const ages: number[] = [];
  const isHeld = (holder: Pick<HeldLock, 'acquiredAt'>) => {
    result.held += 1;
    ages.push(ageSeconds(ctx, holder));
  };
  const until = options.until ?? untilOf(ctx, sweepSeconds.locks);
  const held = locks ?? (await listHeldLocks(ctx.db));
  const left = await forEachInTime(ctx, held, { until, width: concurrency }, async (lock) => {
    try {
      const { projectId, executionId } = lock;
      const [existing] = await reconcileRuns(ctx, projectId, { ...options, until, executionId });
      if (existing) isHeld(existing.holder);
      else result.settled += 1;
    } catch (error) {
      // The next sweep continues with it.
      if (error instanceof OutOfTimeError) return isHeld(lock);
      // One run that cannot be looked at must not keep the others from it.
      result.failed += 1;
      ages.push(ageSeconds(ctx, lock));
      const { projectId, executionId } = lock;
      ctx.log.error('lock not reconciled', { projectId, executionId, reason: String(error) });
    }
  });
  left.forEach(isHeld);
  if (left.length > 0) ctx.log.warn('locks left to the next sweep', { held: left.length });
  // Without a lock nothing is measured: an idle service does not pay for the metric.
  if (ages.length > 0) ctx.log.measure('lockAge', Math.max(...ages));
  return result;
}

const ageSeconds = (ctx: Orchestrated, { acquiredAt }: Pick<HeldLock, 'acquiredAt'>): number =>
  Math.max(0, Math.round((ctx.clock().getTime() - Date.parse(acquiredAt)) / 1000));
