import { randomUUID } from 'node:crypto';
import { type SweepResult, sweepPending } from '#shared/services/pending/sweep.ts';
import { type LockSweep, sweepLocks } from '#shared/services/runs/sweep-locks.ts';
import { orchestrated } from '../ports/orchestrator.ts';
import { contextOf, runtime } from '../runtime.ts';

/** What was found of pending work, and of the locks that runs hold. */
type Swept = SweepResult & Pick<LockSweep, 'held' | 'settled'>;

/** Every five minutes: finishes what a crash left behind, and ends the runs that have died. */
export async function handler(): Promise<Swept> {
  const ctx = contextOf(runtime(), randomUUID());
  const locks = await sweepLocks(orchestrated(ctx));
  const pending = await sweepPending(ctx);
  const result = { ...locks, ...pending, failed: pending.failed + locks.failed };
  ctx.log.info('sweep', { ...result });
  if (result.failed > 0) throw new Error(`${result.failed} pieces of work failed; see the log`);
  return result;
}
