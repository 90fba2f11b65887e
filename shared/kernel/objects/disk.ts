import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ObjectStore, TooLarge } from './port.ts';
import type { ObjectWriter } from './streams.ts';

/** A store in files. */
export interface DiskObjects extends ObjectStore, ObjectWriter {
  /**
   * Streams an object to its place if there is none, and holds no more than a piece of it in memory. The input is
   * always read to its end.
   * @param sha256 hash that the bytes must have, in hexadecimal digits; any if absent.
   */
  receive(key: string, pieces: AsyncIterable<Uint8Array>, sizeBytes: number, sha256?: string): Promise<Received>;
  /** The file of an object, whether it exists or not. @throws Error for an invalid key. */
  fileOf(key: string): string;
  /** Deletes the objects below a folder that were written before an instant. */
  deleteWrittenBefore(folder: string, instant: Date): Promise<void>;
  /** Deletes files that a kill left half-written. No writer may be active. */
  clearUnfinished(): Promise<void>;
}

/** The result of sending an object: it is kept, it existed already, or it differs from the announcement. */
export type Received = 'kept' | 'exists' | 'wrong-size' | 'wrong-hash';

/** Where files are written before they are moved to their places. No key begins with this. */
export const unfinishedFolder = '.unfinished';

/** Keeps objects as files below a folder. A kill leaves the old file, the new one, or none. */
export function diskObjects(folder: string): DiskObjects {
  const fileOf = (key: string): string => {
    const segments = key.split('/');
    if (
      segments[0] === unfinishedFolder ||
      segments.some((part) => part === '' || /^\.+$/.test(part) || /[\\\0]/.test(part))
    )
      throw new Error(`'${key}' is not a key of an object`);
    return join(folder, ...segments);
  };
  /** Has the bytes written to a temporary file, and lets `place` move it to its place in one step. */
  const write = async <T>(
    key: string,
    fill: (aside: string) => Promise<T>,
    place: (aside: string, file: string, filled: T) => Promise<void>,
  ): Promise<T> => {
    const file = fileOf(key);
    await mkdir(join(folder, unfinishedFolder), { recursive: true, mode: 0o700 });
    const aside = join(folder, unfinishedFolder, randomUUID());
    try {
      const filled = await fill(aside);
      // Nearly always the folder exists: a run writes all its files into the same ones.
      await place(aside, file, filled).catch(async (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await place(aside, file, filled);
      });
      return filled;
    } finally {
      await rm(aside, { force: true });
    }
  };
  return {
    fileOf,
    put: async (key, body) => {
      await write(key, (aside) => writeFile(aside, body, { mode: 0o600 }), rename);
    },
    putStream: async (key, body) => {
      await write(key, (aside) => pipeline(body, createWriteStream(aside, { mode: 0o600 })), rename);
    },
    receive: async (key, pieces, sizeBytes, sha256) => {
      const refusalOf = (written: Written) =>
        written.bytes !== sizeBytes ? 'wrong-size' : sha256 && written.sha256 !== sha256 ? 'wrong-hash' : undefined;
      try {
        const received = await write(
          key,
          (aside) => writePieces(aside, pieces, sizeBytes),
          // A name that is taken is not used again.
          async (aside, file, written) => (refusalOf(written) ? undefined : link(aside, file)),
        );
        return refusalOf(received) ?? 'kept';
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return 'exists';
        throw error;
      }
    },
    get: (key) => ifThere(readFile(fileOf(key))),
    getUpTo: async (key, largestBytes) => {
      const file = fileOf(key);
      const found = await ifThere(stat(file));
      if (!found) return undefined;
      return found.size > largestBytes ? new TooLarge(found.size) : ifThere(readFile(file));
    },
    stream: async (key) => (await ifThere(open(fileOf(key))))?.createReadStream(),
    size: async (key) => (await ifThere(stat(fileOf(key))))?.size,
    list: async (below, after, limit) => {
      const files = await filesBelow(fileOf(below));
      const keys = files.map((file) => [below, ...file.split(sep)].join('/')).sort();
      const wanted = keys.filter((key) => after === undefined || key > after).slice(0, limit);
      const sizes = await Promise.all(wanted.map((key) => ifThere(stat(fileOf(key)))));
      return wanted.flatMap((key, n) => (sizes[n] ? [{ key, sizeBytes: sizes[n].size }] : []));
    },
    deleteBelow: (path) => rm(fileOf(path), { recursive: true, force: true }),
    deleteWrittenBefore: async (below, instant) => {
      for (const name of await filesBelow(fileOf(below))) {
        const file = join(fileOf(below), name);
        const written = await ifThere(stat(file));
        if (written && written.mtime < instant) await rm(file, { force: true });
      }
    },
    clearUnfinished: () => rm(join(folder, unfinishedFolder), { recursive: true, force: true }),
  };
}

/** The files below a folder, by their paths in it; none if the folder does not exist. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** The bytes received: how many, and their hash. */
interface Written {
  bytes: number;
  sha256: string;
}

/** Writes the bytes received, up to the announced size. */
async function writePieces(file: string, pieces: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Written> {
  let received = 0;
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const piece of pieces) {
      received += piece.length;
      if (received > sizeBytes) continue;
      hash.update(piece);
      await writeAll(handle, piece);
    }
  } finally {
    await handle.close();
  }
  return { bytes: received, sha256: hash.digest('hex') };
}

/** One call may write less than it was given. */
async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; at += (await handle.write(piece, at)).bytesWritten);
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The result of a file operation; undefined when the file does not exist. */
async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
