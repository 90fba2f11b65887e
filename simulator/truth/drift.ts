import { numberOf, randomOf } from '../math/random.ts';

const DAY_MS = 86_400_000;
/** Days from one free value of the slow drift to the next; between them it runs smoothly. */
const PERIOD_DAYS = 5;

/** The day of an instant, counted from 1970 in UTC. */
export const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / DAY_MS);

/**
 * How far a quantity of a target has wandered on a day, between -1 and 1: a slow part that every lab knows, and a
 * tenth that changes from day to day. It depends on the day alone, so that it never grows without bound.
 */
export function driftOf(seed: number, target: string, quantity: string, day: number): number {
  // Each quantity turns on days of its own, else a whole chip would move on Mondays.
  const shifted = day + numberOf(`${target}/${quantity}`, PERIOD_DAYS);
  const node = Math.floor(shifted / PERIOD_DAYS);
  const at = (index: number) => 2 * randomOf(seed, target, quantity, 'wander', index).uniform() - 1;
  const t = (shifted - node * PERIOD_DAYS) / PERIOD_DAYS;
  const weight = t * t * (3 - 2 * t);
  const daily = 2 * randomOf(seed, target, quantity, 'daily', day).uniform() - 1;
  return 0.9 * ((1 - weight) * at(node) + weight * at(node + 1)) + 0.1 * daily;
}

/** Chance that a two-level defect sits on the qubit's frequency on a given day. */
const DEFECT_RATE = 0.015;
/** Logarithm of what such a day leaves of T1. */
const DEFECT_DEPTH = Math.log(0.45);

/** What a two-level defect adds to the logarithm of T1 on a day: 0 on most days. */
export const defect = (seed: number, target: string, day: number): number =>
  randomOf(seed, target, 'defect', day).uniform() < DEFECT_RATE ? DEFECT_DEPTH : 0;
