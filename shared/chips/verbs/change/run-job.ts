import { runImport } from '../../../devices/verbs/import/run-import.ts';
import { runCreate } from '../jobs/create-job.ts';
import { runDelete } from '../jobs/delete-job.ts';
import { type JobRunner, relayoutJobId } from '../jobs/jobs.ts';
import { runRelayout } from '../jobs/relayout.ts';

/** The registry of jobs: a job of any kind that was left behind can be finished by it. */
export const runJob: JobRunner = async (ctx, job) => {
  if (job.jobId === relayoutJobId) await runRelayout(ctx, job);
  else if (job.kind === 'create') await runCreate(ctx, job);
  else if (job.kind === 'import') await runImport(ctx, job);
  else await runDelete(ctx, job);
};
