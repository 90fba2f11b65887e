import { randomUUID } from 'node:crypto';
import { sweepImages } from '#shared/images/verbs/sweep-images.ts';
import { sweepSeconds, sweepWorkSeconds } from '#shared/kernel/rules/sweep-seconds.ts';
import { untilOf } from '#shared/kernel/verbs/for-each-in-time.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { sweepQueues } from '#shared/runs/verbs/queue/start-queued.ts';
import { sweepSchedules } from '#shared/schedules/verbs/sweep-schedules.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { apart } from '#shared/work/verbs/apart.ts';
import { type Counts, failuresIn, sumOf } from '#shared/work/verbs/kinds/work-kind.ts';
import { carryOutMessages, shareOut } from '#shared/work/verbs/share-out.ts';
import { type Sweeping, sweepKinds } from '#shared/work/verbs/sweep-kinds.ts';
import { orchestrated, scheduling, withObjects, workQueue } from '../ports.ts';
import { failing, isQueued } from '../queued.ts';
import { contextOf, runtime } from '../runtime.ts';

const sweeping = (): Sweeping => orchestrated(withObjects(scheduling(contextOf(runtime(), randomUUID()))));

/**
 * Every five minutes: finishes what a crash left behind, ends the runs that have died, and closes the days that are over.
 * With a queue, it puts the work of each project or chip there, and is called again with it (rule DEPLOY-42).
 */
export async function handler(event?: unknown): Promise<unknown> {
  if (!isQueued(event)) return sweep({ rollUps: true });
  const ctx = sweeping();
  return failing(await carryOutMessages(ctx, sweepKinds, event.Records, untilOf(ctx, sweepWorkSeconds)));
}

/**
 * One sweep. A job that fails is logged and counted in `failed`, and keeps no other from being done.
 * @param rollUps false where another thread closes the days.
 * @throws Error if a whole part failed, once the others are done.
 */
export async function sweep({ rollUps }: { rollUps: boolean }): Promise<Counts> {
  const ctx = sweeping();
  const queue = workQueue();
  if (!queue) return sweepHere(ctx, rollUps);
  const sent = await shareOut(ctx, sweepKinds, queue);
  ctx.log.info('sweep', { queued: Object.values(sent).reduce((sum, count) => sum + count, 0) });
  return sent;
}

/** All of the work, one kind after the other. */
async function sweepHere(ctx: Sweeping, rollUps: boolean): Promise<Counts> {
  const end = untilOf(
    ctx,
    Object.values(sweepSeconds).reduce((sum, seconds) => sum + seconds, 0),
  );
  const done: Counts[] = [];
  const part = (name: string, work: () => Promise<object>) => ({
    name,
    work: async () => void done.push({ ...(await work()) } as Counts),
  });
  const parts = [
    part('locks', () => sweepLocks(ctx)),
    part('pending work', () => sweepPending(ctx)),
    part('queues', () => sweepQueues(ctx)),
    part('schedules', () => sweepSchedules(ctx)),
    part('images', () => sweepImages(ctx, untilOf(ctx, sweepSeconds.images))),
    // After values of many days: what the others have left of their time is for the days, and then for what follows from them.
    part('days', () => closeDays(ctx, new Date(end.getTime() - sweepSeconds.spans * 1000))),
    part('spans', () => closeSpans(ctx, end)),
  ];
  try {
    await apart(ctx, rollUps ? parts : parts.slice(0, -2));
  } finally {
    const result = sumOf(done);
    ctx.log.info('sweep', { ...result, failed: failuresIn(result) });
  }
  return sumOf(done);
}
