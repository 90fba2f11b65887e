import { numberOf, randomOf } from '../math/random.ts';
import { dayOf, defect, driftOf } from './drift.ts';
import { pickValue, type Values } from './values.ts';

/** Inputs of a simulated truth: the seed of the run, the target with its values, and the day. */
export interface TraitSource {
  seed: number;
  target: string;
  values: Values;
  day: number;
  /** Daily loss of T1 and readout: 0.1 is a tenth. */
  ageingPerDay?: number;
}

/** How a quantity is derived. */
interface Trait {
  /** Name of its drift. */
  quantity: string;
  /** Metric keys that contain it, the best first. */
  keys: readonly string[];
  unit: string;
  /** Converts the value to the quantity, such as a fidelity to an error; absent if they are the same. */
  from?: (value: number) => number;
  /** Its value before drift if the chip has none. */
  fallback: number;
}

/** Number of a target for the value models: a numeric qid itself, else a hash. */
export const ordinalOf = (target: string): number => (/^\d{1,9}$/.test(target) ? Number(target) : numberOf(target, 64));

/** A fixed property of a target, normally distributed. */
export const normalTrait = ({ seed, target }: TraitSource, quantity: string): number =>
  randomOf(seed, target, 'made', quantity).normal();

/** A fixed property of a target, uniform between 0 and 1. */
export const uniformTrait = ({ seed, target }: TraitSource, quantity: string): number =>
  randomOf(seed, target, 'made evenly', quantity).uniform();

/** A positive quantity today: its value times the drift since then, at most `exp(2 sigma)`. */
export function driftingRatio(source: TraitSource, trait: Trait, sigma: number): number {
  return drifting(source, trait, (base, moved) => base * Math.exp(sigma * moved));
}

/** A quantity today: its value plus the drift since then, at most `2 sigma` in its unit. */
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

/** Share of a quantity that is left after ageing since its measurement; all of it if that time is unknown. */
export function ageing({ values, day, ageingPerDay = 0 }: TraitSource, keys: readonly string[], unit: string): number {
  if (ageingPerDay === 0) return 1;
  const measured = pickValue(values, keys, unit)?.calibratedAt;
  return measured === undefined ? 1 : (1 - ageingPerDay) ** Math.max(0, day - dayOf(measured));
}

/** T1 today, in microseconds: with drift and ageing, and reduced on days with a defect on the qubit's frequency. */
export function relaxationTime(source: TraitSource, fallback: number, sigma: number): number {
  const { seed, target, values, day } = source;
  const keys = ['t1', 't1_average'];
  const ratio = driftingRatio(source, { quantity: 't1', keys, unit: 'us', fallback }, sigma);
  const measured = pickValue(values, keys, 'us')?.calibratedAt;
  const then = measured === undefined ? 0 : defect(seed, target, dayOf(measured));
  return ratio * Math.exp(defect(seed, target, day) - then) * ageing(source, keys, 'us');
}
