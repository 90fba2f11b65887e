import type { Random } from './random.ts';

/** Faults that may hit a call, with the probability of each. */
export interface Mood {
  /** Its process pauses before the call, or before its answer, for longer than any lease. */
  pause: number;
  /** Its process dies before the call, or before its answer. */
  kill: number;
  /** The call is carried out, and no one hears of it. */
  lostAnswer: number;
  /** The call never arrives. */
  lostRequest: number;
  throttle: number;
  /** A transaction meets another one. */
  conflict: number;
  /** A batch is carried out in part. */
  partial: number;
}

/** How the whole of a history is, alongside the faults of its calls. */
export interface Climate {
  mood: Mood;
  /** Most by which an index is late. */
  lagMilliseconds: number;
  /** Items of a page. */
  pageItems: number;
  /** Most that a clock differs from the others. */
  skewMilliseconds: number;
  /** Most that a call takes: each process is as slow as one of these. */
  paces: readonly number[];
  /** Probability that a record of the stream is told twice, or not in its turn. */
  streamFaults: number;
}

/** No fault at all: what is begun comes to its end. */
export const calm: Mood = {
  ...{ pause: 0, kill: 0, lostAnswer: 0, lostRequest: 0, throttle: 0, conflict: 0, partial: 0 },
};

/**
 * Each history has some of the faults, some often and some rarely: where everything fails all the time nothing gets far
 * enough to go wrong (Groce et al., Swarm Testing, 2012).
 */
export function drawClimate(random: Random): Climate {
  const rate = (rates: readonly number[]) => (random.chance(0.5) ? random.pick(rates) : 0);
  return {
    mood: {
      pause: rate([0.005, 0.02, 0.05]),
      kill: rate([0.003, 0.01, 0.03]),
      lostAnswer: rate([0.01, 0.05]),
      lostRequest: rate([0.01, 0.03]),
      throttle: rate([0.01, 0.05]),
      conflict: rate([0.02, 0.1]),
      partial: rate([0.1, 0.5]),
    },
    lagMilliseconds: rate([100, 1000, 15_000]),
    pageItems: random.pick([2, 5, 1000, 1000]),
    skewMilliseconds: rate([50, 2000]),
    paces: random.pick([
      [20, 200],
      [20, 20, 2000],
      [50, 500, 8000],
      [1000, 3000],
    ]),
    streamFaults: rate([0.1, 0.4]),
  };
}
