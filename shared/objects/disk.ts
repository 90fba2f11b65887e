import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from './port.ts';

/** A store that can also write an object once. */
export interface DiskObjects extends ObjectStore {
  /** Writes an object if there is none. @returns whether there was none. */
  putNew(key: string, body: Uint8Array): Promise<boolean>;
}

/** Keeps objects as files below a folder. A kill leaves the old file, the new one, or none. */
export function diskObjects(folder: string): DiskObjects {
  const fileOf = (key: string): string => {
    const segments = key.split('/');
    if (segments.some((segment) => segment === '' || /^\.+$/.test(segment) || /[\\\0]/.test(segment)))
      throw new Error(`'${key}' is no key of an object`);
    return join(folder, ...segments);
  };
  /** Writes the bytes beside where they belong, and lets `place` bring them there in one step. */
  const write = async (key: string, body: Uint8Array, place: (aside: string, file: string) => Promise<void>) => {
    const file = fileOf(key);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const aside = `${file}.${randomUUID()}.new`;
    try {
      await writeFile(aside, body, { mode: 0o600 });
      await place(aside, file);
    } finally {
      await rm(aside, { force: true });
    }
  };
  return {
    put: (key, body) => write(key, body, rename),
    putNew: async (key, body) => {
      try {
        // A name that is taken is not given again.
        await write(key, body, link);
        return true;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
        throw error;
      }
    },
    get: async (key) => {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
          return undefined;
        throw error;
      }
    },
    deleteBelow: (path) => rm(fileOf(path), { recursive: true, force: true }),
  };
}
