import { s3Uploads } from '#shared/kernel/objects/s3-uploads.ts';
import type { UploadAddresses } from '#shared/kernel/objects/uploads.ts';
import { runtime } from '../runtime.ts';

let adapter: UploadAddresses | undefined;

/** A verb's context with the source of upload addresses: the given one, else the bucket. */
export function withUploads<C extends object>(ctx: C): C & { uploads: UploadAddresses } {
  const { ports, config } = runtime();
  if (ports.uploads) return { ...ctx, uploads: ports.uploads };
  adapter ??= s3Uploads(config.bucketName);
  return { ...ctx, uploads: adapter };
}
