import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** With more than this free, only a limit of another kind can be in the way. */
const amplyFreeBytes = 64 * 1024 * 1024;

/** What is written to learn whether anything can be. A write of the table needs no more. */
const probe = Buffer.alloc(4 * 1024 * 1024);

/** What the system says where a disk, a quota or a limit of sizes is full. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a folder can be written to: undefined where it can. */
export interface DiskProblem {
  kind: 'full' | 'read-only';
  /** With the folder's path. */
  detail: string;
}

export interface DiskSpace {
  /** By how much is free; tries to write where that is little. */
  problem(): Promise<DiskProblem | undefined>;
  /** Tries to write, however much is said to be free. */
  probe(): Promise<DiskProblem | undefined>;
  freeBytes(): Promise<number>;
}

/** Looks whether a folder can be written to. */
export function diskSpace(folder: string): DiskSpace {
  const file = join(folder, `.space-probe-${threadId}`);
  let underWay: Promise<DiskProblem | undefined> | undefined;
  let isUnwell = false;
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  const write = async (): Promise<DiskProblem | undefined> => {
    try {
      const handle = await open(file, 'w', 0o600);
      await handle.writeFile(probe).finally(() => handle.close());
      return undefined;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      return { kind: fullCodes.has(code) ? 'full' : 'read-only', detail: `${folder}: ${message}` };
    } finally {
      await rm(file, { force: true }).catch(() => undefined);
    }
  };
  const tryToWrite = () => {
    underWay ??= write()
      .then((found) => {
        isUnwell = found !== undefined;
        return found;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
  return {
    freeBytes,
    probe: tryToWrite,
    problem: async () => (!isUnwell && (await freeBytes()) > amplyFreeBytes ? undefined : tryToWrite()),
  };
}
