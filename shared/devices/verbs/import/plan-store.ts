import { gunzipSync } from 'node:zlib';
import type { ChipJobRecord } from '../../../chips/store/chips.ts';
import { type HeldJob, whileHeld } from '../../../chips/verbs/jobs/jobs.ts';
import type { Context } from '../../../kernel/context.ts';
import { queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { writeGuarded } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';

/** An import's plan is stored with its job until it is carried out, so that any process can finish it after a crash. */

/** Parts that are written together: a transaction may have 4 MB. */
const partsAtOnce = 8;

export async function storePlan(ctx: Context, job: HeldJob, parts: readonly Uint8Array[]): Promise<void> {
  const writes = parts.map((bytes, n) => ({
    put: { ...chipKeys.jobPart(job.projectId, job.chipId, job.jobId, n), entity: 'job-part', v: 1, rev: 1, bytes },
  }));
  await writeGuarded(ctx.db, whileHeld(ctx, job), writes, partsAtOnce);
}

/** Reads a job's plan; undefined when not all parts were stored, which is before anything else was written. */
export async function loadPlan(ctx: Context, job: ChipJobRecord): Promise<ImportPlan | undefined> {
  const items = await queryAll(ctx.db, chipKeys.jobParts(job.projectId, job.chipId, job.jobId));
  if (items.length < job.parts) return undefined;
  const bytes = Buffer.concat(items.map((item) => item.bytes as Uint8Array));
  return JSON.parse(gunzipSync(bytes).toString('utf8')) as ImportPlan;
}
