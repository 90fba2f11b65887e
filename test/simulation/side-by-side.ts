import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Played, Seeds } from './play-seeds.ts';

/** What a thread plays before it is given more: few enough that all end at about the same time. */
const seedsAtOnce = 50;

/**
 * Plays the histories of seeds, in as many threads as there are processors: a history has its thread to itself, since it
 * replaces timers and chance. @param tell is told of each part as it is done, in any order.
 */
export async function playSideBySide({ from, count }: Seeds, tell: (played: Played) => void): Promise<void> {
  const parts = partsOf({ from, count });
  const threads = Array.from({ length: Math.min(availableParallelism(), parts.length) }, async () => {
    const worker = new Worker(new URL('./play-seeds.ts', import.meta.url));
    try {
      for (let part = parts.shift(); part; part = parts.shift()) {
        worker.postMessage(part);
        const [played] = (await once(worker, 'message')) as [Played];
        tell(played);
      }
    } finally {
      await worker.terminate();
    }
  });
  await Promise.all(threads);
}

const partsOf = ({ from, count }: Seeds): Seeds[] =>
  Array.from({ length: Math.ceil(count / seedsAtOnce) }, (_, n) => ({
    from: from + n * seedsAtOnce,
    count: Math.min(seedsAtOnce, count - n * seedsAtOnce),
  }));
