import type { UploadAddresses } from '#shared/kernel/objects/uploads.ts';
import { type MemoryObjects, memoryObjects } from '#test/support/engine/memory-objects.ts';
import { Violation, type World } from './world.ts';

const host = 'https://bucket';

/** Keeps the body of an upload, and answers whether there was none under its key. */
type Keep = (key: string, body: Uint8Array) => boolean;

/** Changes how the bucket keeps an upload, as a defect of it would. */
export type BucketDefect = (keep: Keep, world: World) => Keep;

/** The bucket: its objects, and the addresses at which each may be written once. */
export interface Bucket {
  objects: MemoryObjects;
  uploads: UploadAddresses;
  /** The answer to what is sent to one of its addresses; undefined for any other address. */
  take(method: string, url: URL, body: Uint8Array): Response | undefined;
}

/** An empty bucket. Nothing in it is ever overwritten with other bytes. */
export function simulatedBucket(world: World, defect: BucketDefect = (keep) => keep): Bucket {
  const objects = memoryObjects();
  const keep = defect((key, body) => {
    if (objects.kept.has(key)) return false;
    objects.kept.set(key, body);
    return true;
  }, world);
  return {
    objects: {
      ...objects,
      put: async (key, body, contentType) => {
        const before = objects.kept.get(key);
        if (before && Buffer.compare(before, body) !== 0)
          world.fail(new Violation(`The object ${key} was overwritten with other bytes`));
        await objects.put(key, body, contentType);
      },
    },
    uploads: {
      sign: async ({ key, expiresSeconds }) => ({
        url: `${host}/${encodeURIComponent(key)}?until=${world.now + expiresSeconds * 1000}`,
        headers: {},
      }),
    },
    take: (method, url, body) => {
      if (url.origin !== host) return undefined;
      if (method !== 'PUT') return new Response(null, { status: 405 });
      if (Number(url.searchParams.get('until')) < world.now) return new Response(null, { status: 403 });
      const isFirst = keep(decodeURIComponent(url.pathname.slice(1)), body);
      return new Response(null, { status: isFirst ? 200 : 412 });
    },
  };
}
