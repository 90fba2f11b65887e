import { randomUUID } from 'node:crypto';
import { type SweepResult, sweepPending } from '#shared/services/pending/sweep.ts';
import { sweepQueues } from '#shared/services/runs/start-queued.ts';
import { type LockSweep, sweepLocks } from '#shared/services/runs/sweep-locks.ts';
import { type ScheduleSweep, sweepSchedules } from '#shared/services/schedules/sweep-schedules.ts';
import { withObjects } from '../ports/objects.ts';
import { orchestrated } from '../ports/orchestrator.ts';
import { scheduling } from '../ports/scheduler.ts';
import { contextOf, runtime } from '../runtime.ts';

/** What was found of pending work, of the locks that runs hold, and of schedules that the scheduler did not know. */
type Swept = SweepResult & Pick<LockSweep, 'held' | 'settled'> & Pick<ScheduleSweep, 'told'>;

/** Every five minutes: finishes what a crash left behind, and ends the runs that have died. */
export async function handler(): Promise<Swept> {
  const ctx = scheduling(contextOf(runtime(), randomUUID()));
  const locks = await sweepLocks(orchestrated(ctx));
  const pending = await sweepPending(withObjects(ctx));
  const queues = await sweepQueues(orchestrated(ctx));
  const schedules = await sweepSchedules(orchestrated(ctx));
  const failed = pending.failed + locks.failed + queues.failed + schedules.failed;
  const result = { ...locks, ...pending, ...schedules, failed };
  ctx.log.info('sweep', { ...result });
  if (result.failed > 0) throw new Error(`${result.failed} pieces of work failed; see the log`);
  return result;
}
