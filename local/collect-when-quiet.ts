import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often a thread looks whether it has had nothing to do since. */
const lookMilliseconds = 10_000;

/**
 * Tells, look by look, whether to collect garbage now: once after work, when nothing has been done between two looks. `done`: how
 * much has been done since the start.
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
 * Gives the memory of this thread back when it has nothing to do. V8 collects as it makes new objects: of a thread that makes none
 * all stays that was garbage when its work ended (docs/performance.md#memory-on-one-machine).
 * @returns what ends it.
 */
export function collectWhenQuiet(done: () => number): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  const isTime = quietAfterWork(done);
  const timer = setInterval(() => {
    if (isTime()) collect({ type: 'major', flavor: 'last-resort' });
  }, lookMilliseconds).unref();
  return () => clearInterval(timer);
}
