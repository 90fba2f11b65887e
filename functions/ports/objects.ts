import type { ObjectStore } from '#shared/kernel/objects/port.ts';
import { s3Objects } from '#shared/kernel/objects/s3.ts';
import { runtime } from '../runtime.ts';

let adapter: ObjectStore | undefined;

/** The store of figures and raw data: the given one, else the bucket of the configuration. */
export function objects(): ObjectStore {
  const { ports, config } = runtime();
  if (ports.objects) return ports.objects;
  adapter ??= s3Objects(config.bucketName);
  return adapter;
}

/** A verb's context with that store in it. */
export const withObjects = <C extends object>(ctx: C): C & { objects: ObjectStore } => ({ ...ctx, objects: objects() });
