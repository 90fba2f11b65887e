import { readFileSync } from 'node:fs';

const checkMilliseconds = 500;

/**
 * Calls back once when the npm that started this process is gone. A signal to `npm start` reaches npm and the shell in
 * between, which both end without a word to us: without this the service would live on with nobody to stop it.
 * Started without npm, nothing is watched: outliving a terminal may be what the person wants. Calls back at once where npm
 * ended before, as `FIDUCIAL_STARTED_UNDER` tells, the parent of `scripts/start.mjs` when that began.
 */
export function onNpmExit(env: Record<string, string | undefined>, callback: () => void): void {
  if (env.npm_lifecycle_event === undefined) return;
  if (isOrphan(env.FIDUCIAL_STARTED_UNDER)) return void setImmediate(callback);
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    callback();
  }, checkMilliseconds);
  timer.unref();
}

/** Whether neither our parent nor its parent is the process that we were started under; false where the system does not show that. */
function isOrphan(startedUnder: string | undefined): boolean {
  const [parent, grandparent] = [String(process.ppid), parentOf(process.ppid)];
  return startedUnder !== undefined && grandparent !== '' && ![parent, grandparent].includes(startedUnder);
}

/** Our parent (the shell, or npm itself), whether it is still there, and, where the system shows it, the parent of that. */
function ancestors(): string {
  return `${process.ppid} ${isThere(process.ppid)} ${parentOf(process.ppid)}`;
}

/** Windows goes on naming a parent that is gone. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function parentOf(pid: number): string {
  try {
    // `pid (name) state ppid ...`; the name may hold spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
