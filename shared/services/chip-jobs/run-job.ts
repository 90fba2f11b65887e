import { runCreate } from './create-job.ts';
import { runDelete } from './delete-job.ts';
import { runImport } from './imports/run-import.ts';
import { type JobRunner, relayoutJobId } from './jobs.ts';
import { runRelayout } from './relayout.ts';

/** The registry of jobs: a job of any kind that was left behind can be finished by it. */
export const runJob: JobRunner = async (ctx, job) => {
  if (job.jobId === relayoutJobId) await runRelayout(ctx, job);
  else if (job.kind === 'create') await runCreate(ctx, job);
  else if (job.kind === 'import') await runImport(ctx, job);
  else await runDelete(ctx, job);
};
