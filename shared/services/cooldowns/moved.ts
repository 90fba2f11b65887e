import { setTimeout as sleep } from 'node:timers/promises';
import { conflict } from '../../errors.ts';

/** Somebody wrote what a verb had read: nothing was written, and the verb begins again with what stands now. */
export class Moved extends Error {}

/** The error of a failed condition on something that was read before. */
export const moved = (): Error => new Moved();

const attempts = 10;

/**
 * Runs a verb until nobody wrote what it had read.
 * @throws Refusal `conflict` that names `what` when others never stop, and whatever the verb throws.
 */
export async function untilUnmoved<T>(what: string, verb: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await verb();
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      if (attempt === attempts) throw conflict(`${what} is being changed by other requests; try again`);
      await sleep(Math.random() * 10 * attempt);
    }
  }
}
