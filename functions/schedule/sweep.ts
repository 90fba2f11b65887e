import { randomUUID } from 'node:crypto';
import { sweepSeconds } from '#shared/domain/sweep-seconds.ts';
import { closeDays } from '#shared/services/days/close-days.ts';
import { type ImageSweep, sweepImages } from '#shared/services/images/sweep-images.ts';
import { type SweepResult, sweepPending } from '#shared/services/pending/sweep.ts';
import { closeSpans, type SpanSweep } from '#shared/services/projection/close-spans.ts';
import { sweepQueues } from '#shared/services/run-queue/start-queued.ts';
import { type LockSweep, sweepLocks } from '#shared/services/runs/lock/sweep-locks.ts';
import { type ScheduleSweep, sweepSchedules } from '#shared/services/schedules/sweep-schedules.ts';
import { untilOf } from '#shared/services/sweep-time/for-each-in-time.ts';
import { withObjects } from '../ports/objects.ts';
import { orchestrated } from '../ports/orchestrator.ts';
import { scheduling } from '../ports/scheduler.ts';
import { contextOf, runtime } from '../runtime.ts';

/** What was found of pending work, of locks that runs hold, of schedules that the scheduler did not know, and of days that are over. */
type Swept = SweepResult &
  Pick<LockSweep, 'held' | 'settled'> &
  Pick<ScheduleSweep, 'synced'> &
  Pick<ImageSweep, 'imagesRemoved'> &
  Pick<SpanSweep, 'closed'>;

/** Every five minutes: finishes what a crash left behind, ends the runs that have died, and closes the days that are over. */
export const handler = (): Promise<Swept> => sweep({ rollUps: true });

/** The same, without the days where another thread closes them. */
export async function sweep({ rollUps }: { rollUps: boolean }): Promise<Swept> {
  const ctx = scheduling(contextOf(runtime(), randomUUID()));
  const end = untilOf(
    ctx,
    Object.values(sweepSeconds).reduce((sum, seconds) => sum + seconds, 0),
  );
  const locks = await sweepLocks(orchestrated(ctx));
  const pending = await sweepPending(withObjects(ctx));
  const queues = await sweepQueues(orchestrated(ctx));
  const schedules = await sweepSchedules(orchestrated(ctx));
  const images = await sweepImages(withObjects(ctx), untilOf(ctx, sweepSeconds.images));
  // After values of many days: what the others have left of their time is for the days, and then for what follows from them.
  const untilSpans = new Date(end.getTime() - sweepSeconds.spans * 1000);
  const none = { closed: 0, failed: 0 };
  const days = rollUps ? await closeDays(ctx, untilSpans) : none;
  const spans = rollUps ? await closeSpans(ctx, end) : none;
  const works = [pending, locks, queues, schedules, images, spans, days];
  const failed = works.reduce((sum, work) => sum + work.failed, 0);
  const result = { ...locks, ...pending, ...schedules, ...images, closed: spans.closed + days.closed, failed };
  ctx.log.info('sweep', { ...result });
  if (result.failed > 0) throw new Error(`${result.failed} jobs failed; see the log`);
  return result;
}
