import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { databaseProblem } from './database-damage.ts';

/** Up to this size a check takes less than a second from a slow disk, and less than starting a process. */
const inProcessBytes = 32 * 1024 * 1024;

/**
 * How long a start waits for the check of a larger file. The check takes about a second per gigabyte from memory and 20
 * from a slow disk.
 */
const waitMilliseconds = 3_000;

export interface CheckOptions {
  /** Ends a check that continues in the background. */
  signal: AbortSignal;
  log(line: string): void;
  /** Larger files, in bytes, are checked by a separate process. */
  inProcessBytes?: number;
  waitMilliseconds?: number;
}

/** The result of a check so far. */
export interface DatabaseCheck {
  /** What is wrong with the file; undefined if nothing was found yet. */
  problem: string | undefined;
  /** The result of a check that continues in the background; undefined if the check is finished. */
  later: Promise<string | undefined> | undefined;
}

/**
 * Checks the pages of a database file (rule DEPLOY-25). A small file is checked at once. A larger one is checked by a
 * separate process, which continues in the background after a few seconds.
 */
export async function checkDatabase(file: string, options: CheckOptions): Promise<DatabaseCheck> {
  const { signal, log } = options;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= (options.inProcessBytes ?? inProcessBytes)) return { problem: databaseProblem(file), later: undefined };
  const check = inProcess(file, signal);
  const late = Symbol('late');
  const found = await Promise.race([check, sleep(options.waitMilliseconds ?? waitMilliseconds, late, { ref: false })]);
  if (found !== late) return { problem: found as string | undefined, later: undefined };
  log(`${file} has ${Math.round(size / 1e6)} MB; its pages are checked in the background`);
  return { problem: undefined, later: check };
}

/** A process can be ended at any time. SQLite reads the file in one call, which a thread could not interrupt. */
async function inProcess(file: string, signal: AbortSignal): Promise<string | undefined> {
  const program = fileURLToPath(new URL('check-database-process.ts', import.meta.url));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, file], { signal, windowsHide: true });
    return stdout.trim() || undefined;
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  }
}
