import { parentPort } from 'node:worker_threads';
import { type Outcome, play } from './history.ts';

/* A thread that plays the histories of the seeds that it is sent, one after the other (`side-by-side.ts`). */

/** Seeds from one on. */
export interface Seeds {
  from: number;
  count: number;
}

/** How histories of some seeds went. */
export interface Played {
  /** Calls of the table. */
  calls: number;
  failed: { seed: number; scene: string; reason: string }[];
}

const reasonOf = ({ violation }: Outcome): string =>
  violation instanceof Error ? violation.message : String(violation);

async function playSeeds({ from, count }: Seeds): Promise<Played> {
  const played: Played = { calls: 0, failed: [] };
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await play(seed);
    played.calls += outcome.calls;
    if (outcome.violation !== undefined) played.failed.push({ seed, scene: outcome.scene, reason: reasonOf(outcome) });
  }
  return played;
}

parentPort?.on('message', async (seeds: Seeds) => parentPort?.postMessage(await playSeeds(seeds)));
