/** How many requests run at the same time, and how long others wait. */
export interface TurnLimits {
  /** Running at the same time, over all callers. */
  running: number;
  /** Running at the same time for one caller. */
  perCaller: number;
  /** Waiting for one caller. */
  waitingPerCaller: number;
  waitMilliseconds: number;
  /** After a turn of at least this length, the caller rests while others use the service. */
  longMilliseconds?: number;
}

/** Length of the rest relative to the long turn. */
const restFactor = 2;
/** A caller is active for this long after the last request. */
const activeMilliseconds = 5000;

/** Recently active callers. */
export class Activity {
  /** Last request of each caller, oldest first. */
  readonly #lastOf = new Map<string, number>();

  note(caller: string): void {
    this.#lastOf.delete(caller);
    this.#lastOf.set(caller, performance.now());
    for (const [old, at] of this.#lastOf) {
      if (performance.now() - at < activeMilliseconds) break;
      this.#lastOf.delete(old);
    }
  }

  /** Whether anyone except this caller is active. */
  hasOthers(caller: string): boolean {
    const since = performance.now() - activeMilliseconds;
    return [...this.#lastOf].some(([other, at]) => other !== caller && at >= since);
  }
}

/** A place among the running requests, held until `end`. */
export interface Turn {
  end(): void;
}

/** Why a request gets no turn: too many of its caller wait, it waited too long, or its sender disconnected. */
export type NoTurn = 'full' | 'late' | 'gone';

interface Waiting {
  resolve: (turn: Turn | NoTurn) => void;
}

/**
 * Gives turns to requests, alternating between callers (rule DEPLOY-34). A caller with many requests waits for
 * themselves: another caller's next request comes before their second.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #activity: Activity;
  readonly #resting = new Set<string>();
  readonly #runningOf = new Map<string, number>();
  /** By caller, in the order of turns. */
  readonly #waitingOf = new Map<string, Set<Waiting>>();
  #running = 0;

  constructor(limits: TurnLimits, activity = new Activity()) {
    this.#limits = limits;
    this.#activity = activity;
  }

  /** Takes a turn, or waits for one until `gone` is aborted. */
  take(caller: string, gone: AbortSignal): Promise<Turn | NoTurn> {
    if (gone.aborted) return Promise.resolve('gone');
    const waiting = this.#waitingOf.get(caller) ?? new Set();
    if (waiting.size === 0 && this.#hasPlace(caller)) return Promise.resolve(this.#begin(caller));
    if (waiting.size >= this.#limits.waitingPerCaller) return Promise.resolve('full');
    const { promise, resolve } = Promise.withResolvers<Turn | NoTurn>();
    const entry: Waiting = { resolve };
    waiting.add(entry);
    this.#waitingOf.set(caller, waiting);
    const leave = (why: NoTurn) => {
      waiting.delete(entry);
      if (waiting.size === 0 && this.#waitingOf.get(caller) === waiting) this.#waitingOf.delete(caller);
      resolve(why);
    };
    const onGone = () => leave('gone');
    const timer = setTimeout(() => leave('late'), this.#limits.waitMilliseconds);
    gone.addEventListener('abort', onGone, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      gone.removeEventListener('abort', onGone);
    });
  }

  #hasPlace(caller: string): boolean {
    if (this.#resting.has(caller)) return false;
    return this.#running < this.#limits.running && (this.#runningOf.get(caller) ?? 0) < this.#limits.perCaller;
  }

  #begin(caller: string): Turn {
    this.#count(caller, 1);
    const begun = performance.now();
    let isEnded = false;
    return {
      end: () => {
        if (isEnded) return;
        isEnded = true;
        this.#count(caller, -1);
        this.#rest(caller, performance.now() - begun);
        this.#next();
      },
    };
  }

  /** Pauses a caller, so that others do not wait for one long response after another. */
  #rest(caller: string, milliseconds: number): void {
    const { longMilliseconds = Number.POSITIVE_INFINITY } = this.#limits;
    if (milliseconds < longMilliseconds || !this.#activity.hasOthers(caller)) return;
    this.#resting.add(caller);
    setTimeout(() => {
      this.#resting.delete(caller);
      this.#next();
    }, restFactor * milliseconds);
  }

  #count(caller: string, by: 1 | -1): void {
    this.#running += by;
    const running = (this.#runningOf.get(caller) ?? 0) + by;
    if (running === 0) this.#runningOf.delete(caller);
    else this.#runningOf.set(caller, running);
  }

  /** Starts the first request of the caller whose turn it is, and moves that caller to the end. */
  #next(): void {
    const found = [...this.#waitingOf].find(([caller]) => this.#hasPlace(caller));
    if (!found) return;
    const [caller, waiting] = found;
    const [first] = waiting;
    if (!first) return;
    waiting.delete(first);
    this.#waitingOf.delete(caller);
    if (waiting.size > 0) this.#waitingOf.set(caller, waiting);
    first.resolve(this.#begin(caller));
  }
}
