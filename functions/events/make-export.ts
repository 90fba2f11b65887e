import { randomUUID } from 'node:crypto';
import type { Context as LambdaContext } from 'aws-lambda';
import * as z from 'zod';
import { poke } from '#shared/devices/verbs/export/jobs/export-context.ts';
import { exportOfRequest } from '#shared/devices/verbs/export/jobs/keys.ts';
import { makeExport } from '#shared/devices/verbs/export/jobs/make-export.ts';
import { s3Parts } from '#shared/kernel/objects/s3-parts.ts';
import { meteredCall } from '#shared/limits/verbs/metered-call.ts';
import { objects } from '../ports.ts';
import { contextOf, runtime } from '../runtime.ts';

const createdSchema = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) });

/** Left for the last part, and for asking for the rest. */
const reserveMilliseconds = 120_000;

/** Makes the export that an object of the bucket asks for; what the time does not suffice for is asked for again. */
export async function handler(event: unknown, { getRemainingTimeInMillis }: LambdaContext): Promise<void> {
  const { key } = createdSchema.parse(event).detail.object;
  const ref = exportOfRequest(key);
  if (!ref) return;
  const ctx = contextOf(runtime(), randomUUID());
  const store = objects();
  const until = new Date(ctx.clock().getTime() + getRemainingTimeInMillis() - reserveMilliseconds);
  const parts = s3Parts(runtime().config.bucketName);
  const hasMore = await meteredCall(ctx, (forProject) =>
    forProject(ref.projectId, () => makeExport({ ...ctx, objects: store, parts }, ref, { until })),
  );
  if (hasMore) await poke({ objects: store, exports: undefined }, ref);
}
