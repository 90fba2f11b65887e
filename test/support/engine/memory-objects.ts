import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PartWriter } from '#shared/kernel/objects/parts.ts';
import { type ObjectStore, TooLarge } from '#shared/kernel/objects/port.ts';
import type { UploadAddresses } from '#shared/kernel/objects/uploads.ts';

/** A store of objects that a test can look into. */
export interface MemoryObjects extends ObjectStore {
  /** Bytes by key. */
  kept: Map<string, Uint8Array>;
}

/** Keeps objects in memory. */
export function memoryObjects(): MemoryObjects {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    put: async (key, body) => void kept.set(key, body),
    get: async (key) => kept.get(key),
    getUpTo: async (key, largestBytes) => {
      const bytes = kept.get(key);
      return bytes && bytes.length > largestBytes ? new TooLarge(bytes.length) : bytes;
    },
    stream: async (key) => {
      const bytes = kept.get(key);
      return bytes && Readable.from([bytes]);
    },
    size: async (key) => kept.get(key)?.length,
    list: async (folder, after = '', limit) =>
      [...kept]
        .map(([key, bytes]) => ({ key, sizeBytes: bytes.length }))
        .filter(({ key }) => key.startsWith(`${folder}/`) && key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit),
    deleteBelow: async (folder, deadline) => {
      const keys = [...kept.keys()].filter((key) => key.startsWith(`${folder}/`));
      if (keys.length > 0) deadline?.();
      for (const key of keys) kept.delete(key);
    },
  };
}

/** Writes them in parts, as a bucket does: an upload that has ended is unknown, and refuses further calls. */
export function memoryParts({ kept }: MemoryObjects): PartWriter & { uploads: Map<string, Map<number, Uint8Array>> } {
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const uploadOf = ({ uploadId }: { uploadId: string }) => {
    const upload = uploads.get(uploadId);
    if (!upload) throw Object.assign(new Error(`Upload '${uploadId}' is not there`), { name: 'NoSuchUpload' });
    return upload;
  };
  return {
    uploads,
    begin: async () => {
      const uploadId = randomUUID();
      uploads.set(uploadId, new Map());
      return uploadId;
    },
    write: async (upload, part, bytes) => {
      uploadOf(upload).set(part, bytes);
      return { part, etag: String(part) };
    },
    complete: async (upload, parts) => {
      const written = uploadOf(upload);
      kept.set(upload.key, Buffer.concat(parts.map(({ part }) => written.get(part) ?? new Uint8Array())));
      uploads.delete(upload.uploadId);
    },
    abandon: async (upload) => {
      uploadOf(upload);
      uploads.delete(upload.uploadId);
    },
  };
}

/**
 * Gives out addresses at which bytes are written, as a bucket does: those of the hash alone, once, and until the address is good no
 * more. `write` answers whether they were taken.
 */
export function memoryUploads(
  { kept }: MemoryObjects,
  clock: () => Date,
): UploadAddresses & { write(url: string, bytes: Uint8Array): boolean } {
  return {
    sign: async ({ key, sha256, expiresSeconds }) => {
      const goodUntil = clock().getTime() + expiresSeconds * 1000;
      return { url: JSON.stringify({ key, sha256, goodUntil }), headers: {} };
    },
    write: (url, bytes) => {
      const { key, sha256, goodUntil } = JSON.parse(url);
      const isTaken =
        clock().getTime() <= goodUntil && !kept.has(key) && sha256 === createHash('sha256').update(bytes).digest('hex');
      if (isTaken) kept.set(key, bytes);
      return isTaken;
    },
  };
}
