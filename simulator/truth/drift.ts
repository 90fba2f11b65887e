import { numberOf, randomOf } from '../math/random.ts';

const DAY_MS = 86_400_000;
/** Days between the random values of the slow drift, which is smooth in between. */
const PERIOD_DAYS = 5;

/** The day of an instant, counted from 1970 in UTC. */
export const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / DAY_MS);

/**
 * Drift of a quantity of a target on a day, between -1 and 1: a slow part, and a tenth that changes daily. It depends
 * only on the day, so it stays bounded.
 */
export function driftOf(seed: number, target: string, quantity: string, day: number): number {
  // Each quantity has its own phase, or a whole chip would change on the same day.
  const shifted = day + numberOf(`${target}/${quantity}`, PERIOD_DAYS);
  const node = Math.floor(shifted / PERIOD_DAYS);
  const at = (index: number) => 2 * randomOf(seed, target, quantity, 'wander', index).uniform() - 1;
  const t = (shifted - node * PERIOD_DAYS) / PERIOD_DAYS;
  const weight = t * t * (3 - 2 * t);
  const daily = 2 * randomOf(seed, target, quantity, 'daily', day).uniform() - 1;
  return 0.9 * ((1 - weight) * at(node) + weight * at(node + 1)) + 0.1 * daily;
}

/** Probability that a two-level defect hits the qubit's frequency on a given day. */
const DEFECT_RATE = 0.015;
/** Logarithm of the remaining share of T1 on such a day. */
const DEFECT_DEPTH = Math.log(0.45);

/** Change of the logarithm of T1 by a two-level defect on a day: 0 on most days. */
export const defect = (seed: number, target: string, day: number): number =>
  randomOf(seed, target, 'defect', day).uniform() < DEFECT_RATE ? DEFECT_DEPTH : 0;
