import { AsyncLocalStorage } from 'node:async_hooks';
import { countingUnits } from '../../kernel/consumed-units.ts';
import type { Context } from '../../kernel/context.ts';
import { withRequestSignal } from '../../kernel/request-signal.ts';
import { addUsed, type Used } from '../store/meters.ts';

/** What a process has counted and not written. */
interface Open {
  projectId: string;
  day: string;
  sinceMs: number;
  used: Used;
}

/** Read units that are written at once; a write unit costs as much as five of them. */
export const meteredUnits = 1000;

/** When a process writes what it has counted. */
interface Due {
  /** Read units that are worth it. */
  units: number;
  milliseconds: number;
}

const ofRequests: Due = { units: meteredUnits, milliseconds: 3_600_000 };

/** A request writes so many records at most, the oldest first. */
const mostWrites = 3;

/** Work that others wait for too does not pause with the request that began it. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Counts what each project uses, by day (rule LIMIT-11). A process adds up what it sees and writes it when it is worth a write or
 * old enough, so what a process counted last is lost with it.
 */
export class Meter {
  /** The oldest first. */
  readonly #open = new Map<string, Open>();
  readonly #due: Due;

  constructor(due: Due = ofRequests) {
    this.#due = due;
  }

  /** Adds what a request used, and writes what is due. It never fails. */
  async add(ctx: Context, projectId: string, used: Used): Promise<void> {
    const now = ctx.clock();
    const day = now.toISOString().slice(0, 10);
    const name = JSON.stringify([projectId, day]);
    const open = this.#open.get(name) ?? { projectId, day, sinceMs: now.getTime(), used: none() };
    for (const key of Object.keys(used) as (keyof Used)[]) open.used[key] += used[key];
    this.#open.set(name, open);
    const due = [...this.#open].filter(([, one]) => isDue(one, now.getTime(), this.#due)).slice(0, mostWrites);
    for (const [written] of due) this.#open.delete(written);
    await Promise.all(due.map(([, one]) => write(ctx, one)));
  }
}

const none = (): Used => ({ requests: 0, readUnits: 0, writeUnits: 0, milliseconds: 0, bytes: 0 });

const isDue = ({ sinceMs, used: { readUnits, writeUnits } }: Open, nowMs: number, due: Due): boolean =>
  readUnits + 5 * writeUnits >= due.units || nowMs - sinceMs >= due.milliseconds;

/** A failed write may have been applied, so it is not repeated. */
async function write({ db, log, requestId }: Context, { projectId, day, used }: Open): Promise<void> {
  const writing = outside(() =>
    countingUnits(undefined, () => withRequestSignal(undefined, () => addUsed(db, projectId, day, used))),
  );
  await writing.catch((error: unknown) => log.warn('use not counted', { requestId, reason: String(error) }));
}
