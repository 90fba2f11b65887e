import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Context } from '../../../context.ts';
import type { ImportPlan } from '../../../domain/import/plan.ts';
import type { ChipJobRecord } from '../../../store/chips/chips.ts';
import { queryAll } from '../../../store/dynamodb/database.ts';
import { writeGuarded } from '../../../store/dynamodb/guarded-writer.ts';
import { chipKeys } from '../../../store/keys.ts';
import { type HeldJob, whileHeld } from '../jobs.ts';

/** An import's plan is kept beside its job until it is carried out, so that anybody can finish it after a crash. */

/** Bytes of one stored part; an item may have 400 KB. */
const partBytes = 350_000;

/**
 * What a plan is known by: documents that bring the same give the same hash, in whatever order they list their entries and
 * whatever of them is left out.
 */
export function planHash({ read: _read, leftOut: _leftOut, ...brought }: ImportPlan): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(brought)))
    .digest('hex')
    .slice(0, 32);
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, canonical(entry)]);
}

/** Cuts a plan into parts. */
export function packPlan(plan: ImportPlan): Buffer[] {
  const bytes = gzipSync(JSON.stringify(plan));
  return Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    bytes.subarray(n * partBytes, (n + 1) * partBytes),
  );
}

/** Parts that are written together: a transaction may have 4 MB. */
const partsAtOnce = 8;

export async function storePlan(ctx: Context, job: HeldJob, parts: readonly Buffer[]): Promise<void> {
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
