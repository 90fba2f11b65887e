import { numberOf, randomOf } from '../math/random.ts';
import { dayOf, defect, driftOf } from './drift.ts';
import { pickValue, type Values } from './values.ts';

/** What a truth is made from: the seed of the run, the target with its values, and the day. */
export interface TraitSource {
  seed: number;
  target: string;
  values: Values;
  day: number;
  /** By what T1 and readout get worse in a day: 0.1 is a tenth. */
  ageingPerDay?: number;
}

/** How a quantity is found. */
interface Trait {
  /** Name of its drift. */
  quantity: string;
  /** Metric keys that hold it, the best first. */
  keys: readonly string[];
  unit: string;
  /** Turns the value into the quantity, such as a fidelity into an error; absent where they are the same. */
  from?: (value: number) => number;
  /** What it is where the chip says nothing, before drift. */
  fallback: number;
}

/** Number of a target for the value models: the qid itself where it is one, else a hash of it. */
export const ordinalOf = (target: string): number => (/^\d{1,9}$/.test(target) ? Number(target) : numberOf(target, 64));

/** A property that a target was made with: normal, the same on every day. */
export const normalTrait = ({ seed, target }: TraitSource, quantity: string): number =>
  randomOf(seed, target, 'made', quantity).normal();

/** A property that a target was made with: even between 0 and 1, the same on every day. */
export const uniformTrait = ({ seed, target }: TraitSource, quantity: string): number =>
  randomOf(seed, target, 'made evenly', quantity).uniform();

/** A positive quantity today: its value times how much it wandered since, at most by `exp(2 sigma)`. */
export function driftingRatio(source: TraitSource, trait: Trait, sigma: number): number {
  return drifting(source, trait, (base, moved) => base * Math.exp(sigma * moved));
}

/** A quantity today: its value plus how much it wandered since, at most by `2 sigma` in its unit. */
export function driftingBy(source: TraitSource, trait: Trait, sigma: number): number {
  return drifting(source, trait, (base, moved) => base + sigma * moved);
}

const identity = (value: number): number => value;

function drifting(source: TraitSource, trait: Trait, apply: (base: number, moved: number) => number): number {
  const { seed, target, day } = source;
  const found = pickValue(source.values, trait.keys, trait.unit);
  const today = driftOf(seed, target, trait.quantity, day);
  const then = found?.calibratedAt === undefined ? 0 : driftOf(seed, target, trait.quantity, dayOf(found.calibratedAt));
  const base = found === undefined ? trait.fallback : (trait.from ?? identity)(found.value);
  return apply(base, today - then);
}

/** What ageing leaves of a quantity since its value was measured; all of it where it is not known when that was. */
export function ageing({ values, day, ageingPerDay = 0 }: TraitSource, keys: readonly string[], unit: string): number {
  if (ageingPerDay === 0) return 1;
  const measured = pickValue(values, keys, unit)?.calibratedAt;
  return measured === undefined ? 1 : (1 - ageingPerDay) ** Math.max(0, day - dayOf(measured));
}

/** T1 today, in microseconds: drifting, ageing, and cut on days on which a defect sits on the qubit's frequency. */
export function relaxationTime(source: TraitSource, fallback: number, sigma: number): number {
  const { seed, target, values, day } = source;
  const keys = ['t1', 't1_average'];
  const ratio = driftingRatio(source, { quantity: 't1', keys, unit: 'us', fallback }, sigma);
  const measured = pickValue(values, keys, 'us')?.calibratedAt;
  const then = measured === undefined ? 0 : defect(seed, target, dayOf(measured));
  return ratio * Math.exp(defect(seed, target, day) - then) * ageing(source, keys, 'us');
}
