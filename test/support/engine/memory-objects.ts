import { Readable } from 'node:stream';
import { type ObjectStore, TooLarge } from '#shared/objects/port.ts';

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
    deleteBelow: async (folder) => {
      for (const key of kept.keys()) if (key.startsWith(`${folder}/`)) kept.delete(key);
    },
  };
}
