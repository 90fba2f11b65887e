import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** With more free space than this, only another kind of limit can be the cause. */
const amplyFreeBytes = 64 * 1024 * 1024;

/** Test data to check whether a write succeeds. A write of the table needs no more. */
const probe = Buffer.alloc(4 * 1024 * 1024);

/** The system's errors for a full disk, quota or file size limit. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A folder that cannot be written. */
export interface DiskProblem {
  kind: 'full' | 'read-only';
  /** Includes the folder's path. */
  detail: string;
}

export interface DiskSpace {
  /** Checks the free space, and tries to write if there is little. */
  problem(): Promise<DiskProblem | undefined>;
  /** Tries to write, regardless of the reported free space. */
  probe(): Promise<DiskProblem | undefined>;
  freeBytes(): Promise<number>;
}

/** Checks whether a folder can be written. */
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
