import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory, where it is one (statfs(2)) and has this much room. */
const memory = { path: '/dev/shm', type: 0x01021994, bytes: 2 * 1024 ** 3 };

/**
 * Makes a directory for the data of an engine; the caller removes it. An engine syncs every write, which is slow on a
 * disk and not the subject of any test, so memory is used if there is plenty. It survives a killed process as a disk
 * does.
 */
export function makeScratch(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoom() ? memory.path : tmpdir(), prefix));
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory.path);
    return type === memory.type && bavail * bsize >= memory.bytes;
  } catch {
    return false;
  }
}
