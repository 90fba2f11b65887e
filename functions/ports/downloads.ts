import type { DownloadAddresses } from '#shared/kernel/objects/downloads.ts';
import type { ObjectStore } from '#shared/kernel/objects/port.ts';
import { s3Downloads } from '#shared/kernel/objects/s3-downloads.ts';
import { runtime } from '../runtime.ts';
import { objects } from './objects.ts';

let adapter: DownloadAddresses | undefined;

/** The source of download addresses: the given one, else the bucket of the configuration. */
function downloads(): DownloadAddresses {
  const { ports, config } = runtime();
  if (ports.downloads) return ports.downloads;
  adapter ??= s3Downloads(config.bucketName);
  return adapter;
}

/** A verb's context with the store of files and their addresses in it. */
export const withFiles = <C extends object>(ctx: C): C & { objects: ObjectStore; downloads: DownloadAddresses } => ({
  ...ctx,
  objects: objects(),
  downloads: downloads(),
});
