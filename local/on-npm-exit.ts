import { readFileSync } from 'node:fs';

const checkMilliseconds = 500;

/**
 * Calls back once when the npm that started this process has ended. A signal to `npm start` reaches npm and the shell
 * in between, which end without telling us, and the service would live on. Without npm nothing is watched, since the
 * service may be meant to outlive its terminal. If npm ended earlier, it calls back at once: `FIDUCIAL_STARTED_UNDER`
 * is the parent of `scripts/start.mjs` at its start.
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

/**
 * Whether the process that started us is neither our parent nor grandparent; false if the system does not show that.
 */
function isOrphan(startedUnder: string | undefined): boolean {
  const [parent, grandparent] = [String(process.ppid), parentOf(process.ppid)];
  return startedUnder !== undefined && grandparent !== '' && ![parent, grandparent].includes(startedUnder);
}

/** Our parent (the shell or npm), whether it is alive, and its parent if the system shows it. */
function ancestors(): string {
  return `${process.ppid} ${isThere(process.ppid)} ${parentOf(process.ppid)}`;
}

/** Windows still reports a parent that has ended. */
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
    // `pid (name) state ppid ...`; the name may contain spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
