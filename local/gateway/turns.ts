/** How many requests are answered at once, and how long others wait. */
export interface TurnLimits {
  /** Answered at once, of all callers together. */
  running: number;
  /** Answered at once of one caller. */
  perCaller: number;
  /** Waiting of one caller. */
  waitingPerCaller: number;
  waitMilliseconds: number;
  /** A turn of this long or longer is followed by a rest of its caller while others use the service. */
  longMilliseconds?: number;
}

/** The rest after a long turn, by the length of that. */
const restFactor = 2;
/** Whose last request is older than this does not use the service. */
const activeMilliseconds = 5000;

/** Who has used the service of late. */
export class Activity {
  /** Of each caller, oldest first. */
  readonly #lastOf = new Map<string, number>();

  note(caller: string): void {
    this.#lastOf.delete(caller);
    this.#lastOf.set(caller, performance.now());
    for (const [old, at] of this.#lastOf) {
      if (performance.now() - at < activeMilliseconds) break;
      this.#lastOf.delete(old);
    }
  }

  /** Whether anybody but a caller has. */
  hasOthers(caller: string): boolean {
    const since = performance.now() - activeMilliseconds;
    return [...this.#lastOf].some(([other, at]) => other !== caller && at >= since);
  }
}

/** A place among those that are answered; it is held until `end`. */
export interface Turn {
  end(): void;
}

/** Why a request gets no turn: too many of its caller wait, it waited too long, or its sender has gone. */
export type NoTurn = 'full' | 'late' | 'gone';

interface Waiting {
  resolve: (turn: Turn | NoTurn) => void;
}

/**
 * Gives turns to requests, one caller after the other (rule DEPLOY-34): a caller who sends many waits for themselves, and
 * the next of another caller comes before the second of theirs.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #activity: Activity;
  readonly #resting = new Set<string>();
  readonly #runningOf = new Map<string, number>();
  /** By caller, in the order of their turns. */
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

  /** Leaves the thread that answers to others, so that nobody waits for one long answer after the other. */
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

  /** Lets the first of the caller begin whose turn it is, and puts that caller behind the others. */
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
