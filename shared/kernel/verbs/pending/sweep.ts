import { goOnFinishing } from '../../../archives/verbs/import/finish-import.ts';
import { removeImport } from '../../../archives/verbs/import/remove-import.ts';
import { removeIfDue } from '../../../chips/verbs/change/remove-deleted-chip.ts';
import { runJob } from '../../../chips/verbs/change/run-job.ts';
import { settleJob } from '../../../chips/verbs/jobs/jobs.ts';
import { removeThread } from '../../../discussions/verbs/delete-post.ts';
import { type Purging, purgeProject } from '../../../projects/verbs/purge-project.ts';
import { type ArchiveContext, workOnMonth } from '../../../results/verbs/archive/archive-month.ts';
import { ServiceError } from '../../errors.ts';
import { sweepSeconds } from '../../rules/sweep-seconds.ts';
import { listPending, type PendingRow } from '../../store/system/system.ts';
import { forEachInTime, untilOf } from '../for-each-in-time.ts';

/** Jobs that are finished concurrently. */
const concurrency = 4;

export interface SweepResult {
  finished: number;
  /** Projects, deleted chips and abandoned imports that were removed. */
  purged: number;
  /** Jobs that are still in progress. */
  busy: number;
  failed: number;
}

/** How a sweep is made. */
export interface SweepOptions {
  /** No other process can be at work, as when one machine starts. */
  ignoreLease?: boolean;
  /** When to leave the rest to the next sweep. */
  until?: Date;
  /** Rows of the list of pending work; all that are due by default. */
  pending?: readonly PendingRow[];
}

/**
 * Finishes what a crash left behind (chip jobs with an expired lease, threads that are being removed, complete imports
 * of projects), moves results of archived months, removes deleted chips and projects that are due and abandoned imports, as long as it has time. May run at any time
 * and concurrently with itself.
 */
export async function sweepPending(ctx: Purging & ArchiveContext, options: SweepOptions = {}): Promise<SweepResult> {
  const { ignoreLease, until } = options;
  const end = until ?? untilOf(ctx, sweepSeconds.pending);
  const result: SweepResult = { finished: 0, purged: 0, busy: 0, failed: 0 };
  const pending = options.pending ?? (await listPending(ctx.db, ctx.clock().toISOString()));
  const attempt = async (entity: string, projectId: string, work: () => Promise<void>) => {
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
  // Jobs before projects: users wait for chips.
  await forEachInTime(ctx, rows('chip-job'), { until: end, width: concurrency }, ({ projectId, chipId }) =>
    attempt('chip-job', String(projectId), async () => {
      const chip = { projectId: String(projectId), chipId: String(chipId) };
      if (await settleJob(ctx, chip, runJob, { ignoreLease, until: end })) result.finished += 1;
    }),
  );
  await forEachInTime(ctx, rows('deleted-chip'), { until: end, width: concurrency }, ({ projectId, chipId }) =>
    attempt('deleted-chip', String(projectId), async () => {
      if (await removeIfDue(ctx, { projectId: String(projectId), chipId: String(chipId) }, end)) result.purged += 1;
    }),
  );
  await forEachInTime(ctx, rows('thread'), { until: end, width: concurrency }, ({ projectId, threadId }) =>
    attempt('thread', String(projectId), async () => {
      await removeThread(ctx, String(projectId), String(threadId));
      result.finished += 1;
    }),
  );
  await forEachInTime(ctx, rows('archived-month'), { until: end, width: concurrency }, ({ projectId, chipId, month }) =>
    attempt('archived-month', String(projectId), async () => {
      const ref = { projectId: String(projectId), chipId: String(chipId), month: String(month) };
      if (await workOnMonth(ctx, ref, end)) result.finished += 1;
    }),
  );
  await forEachInTime(ctx, rows('project'), { until: end, width: 1 }, ({ projectId }) =>
    attempt('project', String(projectId), async () => {
      if (await purgeProject(ctx, String(projectId), { until: end, ignoreLease })) result.purged += 1;
    }),
  );
  await forEachInTime(ctx, rows('project-import'), { until: end, width: 1 }, ({ projectId }) =>
    attempt('project-import', String(projectId), async () => {
      if (await goOnFinishing(ctx, String(projectId), end)) result.finished += 1;
      else if (await removeImport(ctx, String(projectId), end)) result.purged += 1;
    }),
  );
  return result;
}
