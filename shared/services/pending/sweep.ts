import { ServiceError } from '../../errors.ts';
import { listPending } from '../../store/system/system.ts';
import { settleJob } from '../chip-jobs/jobs.ts';
import { runJob } from '../chip-jobs/run-job.ts';
import { type Purging, purgeProject } from '../projects/purge-project.ts';

/** How long a sweep purges. A large project takes several: what else is swept must not wait. */
const purgeSeconds = 30;

export interface SweepResult {
  finished: number;
  purged: number;
  /** Jobs that somebody still works on. */
  busy: number;
  failed: number;
}

/**
 * Finishes what a crash left behind (chip jobs whose lease has ended) and purges projects whose time has come. May run
 * at any time and side by side with itself. `ignoreLease`: nobody else can be at work, as when one machine starts.
 */
export async function sweepPending(ctx: Purging, options: { ignoreLease?: boolean } = {}): Promise<SweepResult> {
  const until = new Date(ctx.clock().getTime() + purgeSeconds * 1000);
  const result: SweepResult = { finished: 0, purged: 0, busy: 0, failed: 0 };
  for (const { entity, slim } of await listPending(ctx.db, ctx.clock().toISOString())) {
    const projectId = String(slim.projectId);
    try {
      if (entity === 'project') {
        if (await purgeProject(ctx, projectId, until)) result.purged += 1;
      } else if (entity === 'chip-job') {
        const finished = await settleJob(ctx, { projectId, chipId: String(slim.chipId) }, runJob, options);
        if (finished) result.finished += 1;
      }
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'conflict') {
        result.busy += 1;
        continue;
      }
      // One broken row must not keep the others from being finished.
      result.failed += 1;
      ctx.log.error('pending work failed', { entity, projectId, reason: String(error) });
    }
  }
  return result;
}
