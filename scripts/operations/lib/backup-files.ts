import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { forEachConcurrent } from '#shared/kernel/concurrency.ts';

/** A file of a backup. */
export interface KeptFile {
  /** Relative to the backup's folder, with slashes. */
  path: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Parallel copies. */
const copiesAtOnce = 8;

/** Paths of the files below a folder, with slashes; empty if the folder does not exist. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/**
 * Copies files to another, existing folder, readable by the owner only, and returns their descriptions. A file that has
 * disappeared meanwhile is skipped. The target folder is never created again.
 */
export async function copyFiles(from: string, to: string, paths: readonly string[]): Promise<KeptFile[]> {
  for (const folder of foldersOf(paths)) await makeFolder(join(to, folder));
  const kept: KeptFile[] = [];
  await forEachConcurrent(paths, copiesAtOnce, async (path) => {
    const file = await copyFile(join(from, path), join(to, path));
    if (file) kept.push({ path, ...file });
  });
  return kept.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folders of files, each after its parent. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  return [...folders].sort();
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function copyFile(from: string, to: string): Promise<Omit<KeptFile, 'path'> | undefined> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    await pipeline(
      createReadStream(from),
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece);
          sizeBytes += piece.length;
          yield piece;
        }
      },
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    if (!isMissing(error) || error.path !== from) throw error;
    await rm(to, { force: true });
    return undefined;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Size and hash of a file. */
export async function describeFile(folder: string, path: string): Promise<KeptFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(piece);
    sizeBytes += piece.length;
  }
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

const isMissing = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
