import { forEachConcurrent } from '../../concurrency.ts';
import { ServiceError } from '../../errors.ts';
import { listPending } from '../../store/system/system.ts';
import { settleJob } from '../chip-jobs/jobs.ts';
import { runJob } from '../chip-jobs/run-job.ts';
import { type Purging, purgeProject } from '../projects/purge-project.ts';
import { inTurn } from './in-turn.ts';

/** How long a sweep works at what is pending. A large project takes several: what else is swept must not wait. */
const pendingSeconds = 30;

/** Jobs that are finished side by side. */
const concurrency = 4;

export interface SweepResult {
  finished: number;
  purged: number;
  /** Jobs that somebody still works on. */
  busy: number;
  failed: number;
}

/** How a sweep is made. */
export interface SweepOptions {
  /** Nobody else can be at work, as when one machine starts. */
  ignoreLease?: boolean;
  /** When to leave the rest to the next sweep. */
  until?: Date;
}

/**
 * Finishes what a crash left behind (chip jobs whose lease has ended) and purges projects whose time has come, for as long
 * as it has time. May run at any time and side by side with itself.
 */
export async function sweepPending(ctx: Purging, { ignoreLease, until }: SweepOptions = {}): Promise<SweepResult> {
  const deadline = until ?? new Date(ctx.clock().getTime() + pendingSeconds * 1000);
  const result: SweepResult = { finished: 0, purged: 0, busy: 0, failed: 0 };
  const pending = inTurn(ctx, await listPending(ctx.db, ctx.clock().toISOString()));
  const attempt = async (entity: string, projectId: string, work: () => Promise<void>) => {
    if (ctx.clock() > deadline) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'conflict') {
        result.busy += 1;
        return;
      }
      // One broken row must not keep the others from being finished.
      result.failed += 1;
      ctx.log.error('pending work failed', { entity, projectId, reason: String(error) });
    }
  };
  const rows = (wanted: string) => pending.filter(({ entity }) => entity === wanted).map(({ slim }) => slim);
  // Jobs before projects: somebody waits for a chip.
  await forEachConcurrent(rows('chip-job'), concurrency, ({ projectId, chipId }) =>
    attempt('chip-job', String(projectId), async () => {
      const chip = { projectId: String(projectId), chipId: String(chipId) };
      if (await settleJob(ctx, chip, runJob, { ignoreLease, until: deadline })) result.finished += 1;
    }),
  );
  for (const { projectId } of rows('project'))
    await attempt('project', String(projectId), async () => {
      if (await purgeProject(ctx, String(projectId), deadline)) result.purged += 1;
    });
  return result;
}
