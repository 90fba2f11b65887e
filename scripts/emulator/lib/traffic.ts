import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#shared/api/client.ts';

/** One kind of request; an odd and an even round may differ. */
export type Act = (round: number) => Promise<unknown>;

/** A client that sends requests until it is stopped. */
export interface Traffic {
  /** How many acts have ended so far. */
  count(): number;
  /** Resolves when this many more acts have ended. */
  more(acts: number): Promise<void>;
  /** Ends it. @returns each act that failed, with its error; refusals below 500 are answers. */
  stop(): Promise<string[]>;
}

const pauseMilliseconds = 50;

/** The emulator answers 502 by itself when it replaces a function that answers. On AWS such a request ends as usual. */
const isCutOff = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 502 && error.code === undefined;

/**
 * Does the acts again and again, one after the other in each of two lines, so that reads meet writes.
 * @param acts by name.
 */
export function startTraffic(acts: Readonly<Record<string, Act>>): Traffic {
  const failures: string[] = [];
  let count = 0;
  let isStopped = false;
  const act = async (name: string, work: Act, round: number): Promise<void> => {
    await work(round)
      .catch((error: unknown) => {
        if (!isCutOff(error)) throw error;
        return work(round);
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status >= 500) failures.push(`${name}: ${error}`);
      });
    count += 1;
  };
  const line = async (first: number): Promise<void> => {
    const entries = Object.entries(acts);
    for (let n = first; !isStopped; n += 1) {
      const [name, work] = entries[n % entries.length] as [string, Act];
      await act(name, work, Math.floor(n / entries.length));
      await sleep(pauseMilliseconds);
    }
  };
  const ended = Promise.all([line(0), line(Math.floor(Object.keys(acts).length / 2))]);
  return {
    count: () => count,
    more: async (acts) => {
      for (const goal = count + acts; count < goal; ) await sleep(pauseMilliseconds);
    },
    stop: async () => {
      isStopped = true;
      await ended;
      return failures;
    },
  };
}
