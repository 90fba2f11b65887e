import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from './port.ts';

/** Keeps objects as files below a folder (design 8). A kill leaves the old file, the new one, or none. */
export function diskObjects(folder: string): ObjectStore {
  const fileOf = (key: string): string => {
    const segments = key.split('/');
    if (segments.some((segment) => segment === '' || /^\.+$/.test(segment) || /[\\\0]/.test(segment)))
      throw new Error(`'${key}' is no key of an object`);
    return join(folder, ...segments);
  };
  return {
    put: async (key, body) => {
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const aside = `${file}.${randomUUID()}.new`;
      try {
        await writeFile(aside, body, { mode: 0o600 });
        await rename(aside, file);
      } catch (error) {
        await rm(aside, { force: true });
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
  };
}
