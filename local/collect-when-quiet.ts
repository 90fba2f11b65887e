import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often a thread checks whether it has been idle. */
const lookMilliseconds = 10_000;

/**
 * Decides at each check whether to collect garbage: once after work, when nothing was done between two checks. `done`
 * is the amount of work since the start.
 */
export function quietAfterWork(done: () => number): () => boolean {
  let seen = done();
  let collectedAt = seen;
  return () => {
    const now = done();
    const isQuiet = now === seen && now !== collectedAt;
    seen = now;
    if (isQuiet) collectedAt = now;
    return isQuiet;
  };
}

/**
 * Returns memory of an idle thread to the system. V8 only collects while it allocates, so an idle thread keeps the
 * garbage of its last work (docs/performance.md#memory-on-one-machine). What the thread has compiled is saved for the
 * next start.
 * @param forget drops what is only remembered to work faster.
 * @returns a function that stops this.
 */
export function collectWhenQuiet(done: () => number, forget: () => void = () => undefined): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  const isTime = quietAfterWork(done);
  const timer = setInterval(() => {
    if (!isTime()) return;
    forget();
    collect({ type: 'major', flavor: 'last-resort' });
    flushCompileCache();
  }, lookMilliseconds).unref();
  return () => clearInterval(timer);
}
