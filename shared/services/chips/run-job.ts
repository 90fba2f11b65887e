import { runImport } from '../imports/run-import.ts';
import { runCreate } from './create-chip.ts';
import { runDelete } from './delete-chip.ts';
import { type JobRunner, relayoutJobId } from './jobs.ts';
import { runRelayout } from './relayout.ts';

/** Finishes whatever job a chip has. */
export const runJob: JobRunner = async (ctx, job) => {
  if (job.jobId === relayoutJobId) await runRelayout(ctx, job);
  else if (job.kind === 'create') await runCreate(ctx, job);
  else if (job.kind === 'import') await runImport(ctx, job);
  else await runDelete(ctx, job);
};
