import type { DayPoint } from '#shared/statistics/rules/day-points.ts';
import { type Random, randomOf } from '#simulator/math/random.ts';

/** How series without any change fluctuate: T1 by the two-level systems that it meets, or by nothing but noise. */
export type Noise = 'two-level systems' | 'white normal' | 'white t3';

/** Series of a chip, as many as a chip of the lab has qubits. */
export const SERIES_OF_CHIP = 133;
/** Days of a series, and the one on which a change begins. */
export const DAYS = 124;
export const CHANGE_DAY = 54;

/** A two-level system: how much it adds to the relaxation rate while it is met, and how often that is. */
interface Defect {
  strength: number;
  days: number;
  occupation: number;
  isMet: boolean;
}

const LEVEL = 4;
const HOURS_OF_DAY = 24;

/** ln T1 of one qubit, so many times a day. */
function noiseOf(kind: Noise, random: Random, days: number, perDay: number): number[][] {
  const next = kind === 'two-level systems' ? relaxation(random, 1 / perDay) : white(kind, random);
  return Array.from({ length: days }, () => Array.from({ length: perDay }, next));
}

function relaxation(random: Random, step: number): () => number {
  const defects = Array.from({ length: 6 }, () =>
    defectOf(random, {
      strength: 0.12 * Math.exp(0.9 * random.normal()),
      days: logUniform(random, 1 / HOURS_OF_DAY, 30),
      occupation: 0.1 + 0.8 * random.uniform(),
    }),
  );
  if (random.uniform() < 0.2)
    defects.push(
      defectOf(random, {
        strength: 0.5 + 2.5 * random.uniform(),
        days: logUniform(random, 2 / HOURS_OF_DAY, 10),
        occupation: 0.03 + 0.12 * random.uniform(),
      }),
    );
  const slow = { size: 0.08, days: 1 };
  let wander = slow.size * random.normal();
  return () => {
    for (const defect of defects) {
      const kept = Math.exp(-step / defect.days);
      const met = defect.occupation * (1 - kept) + (defect.isMet ? kept : 0);
      defect.isMet = random.uniform() < met;
    }
    const kept = Math.exp(-step / slow.days);
    wander = wander * kept + slow.size * Math.sqrt(1 - kept ** 2) * random.normal();
    const rate = 1 + defects.reduce((sum, { strength, isMet }) => sum + (isMet ? strength : 0), 0);
    return LEVEL - Math.log(rate) + wander + 0.04 * random.normal();
  };
}

const defectOf = (random: Random, defect: Omit<Defect, 'isMet'>): Defect => ({
  ...defect,
  isMet: random.uniform() < defect.occupation,
});

const logUniform = (random: Random, from: number, to: number): number => from * (to / from) ** random.uniform();

function white(kind: Noise, random: Random): () => number {
  const sigma = 0.15 * Math.exp(0.3 * random.normal());
  const t3 = () => {
    const squares = Array.from({ length: 3 }, () => random.normal() ** 2).reduce((sum, one) => sum + one, 0);
    return random.normal() / Math.sqrt(squares / 3);
  };
  return () => LEVEL + sigma * (kind === 'white t3' ? t3() : random.normal());
}

/** What a series is measured on: every `every`th day, `perDay` times. */
export interface Cadence {
  every: number;
  perDay: number;
}

/** Which series change, and what is added to their ln T1 so many days after the change began. */
export interface Change {
  of: (series: number) => boolean;
  by: (days: number) => number;
}

/** The day points of a chip's series. */
export function chipPoints(
  kind: Noise,
  { every, perDay }: Cadence,
  seed: readonly (string | number)[],
  { change, days = DAYS }: { change?: Change; days?: number } = {},
): DayPoint[][] {
  return Array.from({ length: SERIES_OF_CHIP }, (_, series) => {
    const random = randomOf(...seed, series);
    return noiseOf(kind, random, days, perDay).flatMap((values, day) => {
      if (day % every !== 0) return [];
      const shift = change?.of(series) && day >= CHANGE_DAY ? change.by(day - CHANGE_DAY) : 0;
      return [{ day: dayOf(day), y: medianOf(values) + shift, n: values.length }];
    });
  });
}

export const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
