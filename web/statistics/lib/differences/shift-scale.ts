import type { MapScale } from '../../../chips/lib/map/color-scale.ts';

/** Where the classes of a difference end, in standard deviations; zero is always in the middle class. */
export const shiftLimits = [3, 5, 10] as const;

/** Seven classes from the worst to the best, or from higher to lower where no end is good. */
const colours = {
  light: [
    'rgb(156, 70, 0)',
    'rgb(224, 133, 47)',
    'rgb(248, 207, 166)',
    'rgb(233, 235, 238)',
    'rgb(181, 211, 238)',
    'rgb(79, 148, 210)',
    'rgb(15, 79, 150)',
  ],
  dark: [
    'rgb(255, 201, 140)',
    'rgb(207, 127, 44)',
    'rgb(122, 74, 30)',
    'rgb(38, 44, 53)',
    'rgb(44, 92, 140)',
    'rgb(91, 159, 222)',
    'rgb(169, 210, 248)',
  ],
} as const;

/** The colours of differences, worst first. */
export const shiftColours = (isDark: boolean): readonly string[] => colours[isDark ? 'dark' : 'light'];

/** The class of a score, 0 for the worst to 6 for the best; 3 holds zero and all that is not notable. */
export function shiftClass(z: number): number {
  const beyond = shiftLimits.filter((limit) => Math.abs(z) >= limit).length;
  return 3 + Math.sign(z) * beyond;
}

/** The scale of a layer of differences: the same limits for all, symmetric about zero. */
export function shiftScale(scores: readonly number[], isDark: boolean): MapScale | undefined {
  if (scores.length === 0) return undefined;
  const [, , limit] = shiftLimits;
  const sorted = scores.toSorted((a, b) => a - b);
  return {
    low: -limit,
    high: limit,
    isLog: false,
    below: scores.filter((z) => z < -limit).length,
    above: scores.filter((z) => z > limit).length,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    position: (z) => Math.min(1, Math.max(0, (z + limit) / (2 * limit))),
    fill: (z) => shiftColours(isDark)[shiftClass(z)] ?? 'rgb(233, 235, 238)',
  };
}
