import * as z from 'zod';
import { s3Writer } from '#shared/kernel/objects/s3-streams.ts';
import { archiveOfRequest, makeArchive } from '#shared/results/verbs/files/figure-archives.ts';
import { objects } from '../ports.ts';
import { runtime } from '../runtime.ts';

const createdSchema = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) });

/** Makes the archive that an object of the bucket asks for. What it throws is delivered again. */
export async function handler(event: unknown): Promise<void> {
  const { key } = createdSchema.parse(event).detail.object;
  const ref = archiveOfRequest(key);
  if (ref) await makeArchive({ ...objects(), ...s3Writer(runtime().config.bucketName) }, ref);
}
