import type { Fluctuation } from './fluctuation.ts';
import { twoSidedP } from './normal-distribution.ts';

/** A value on the scale of its metric, with its own stated error. */
export interface ScoredValue {
  y: number;
  error?: number | undefined;
}

/** The verdict on a score (rule STAT-18). */
export type Verdict = 'within_fluctuation' | 'possible' | 'notable';

/** A change measured against natural fluctuation. */
export interface Score {
  /** Standard normal where nothing has changed; the sign is that of the change on the scale. */
  z: number;
  /** Two-sided. */
  p: number;
  verdict: Verdict;
}

const POSSIBLE = 2;
const NOTABLE = 3;
/** Day points of a window that count once: neighbouring days are alike. */
const POINTS_PER_WINDOW = 5;

/** Turns a value of Student's t into a standard normal one, to within 0.03 up to |t| = 5. */
export function normalFromT(t: number, degrees: number): number {
  const size = Math.sqrt(degrees * Math.log1p((t * t) / degrees));
  return Math.sign(t) * ((8 * degrees + 1) / (8 * degrees + 3)) * size || 0;
}

/** Scores a value of Student's t. */
export function scoreOf(t: number, degrees: number): Score {
  const z = normalFromT(t, degrees);
  const size = Math.abs(z);
  const verdict = size >= NOTABLE ? 'notable' : size >= POSSIBLE ? 'possible' : 'within_fluctuation';
  return { z, p: twoSidedP(z), verdict };
}

/**
 * The variance of one value: the movement of the series beyond its stated errors, and the error of the value itself, or
 * the typical one if it has none; at least that of the floor.
 */
function varianceOf({ error }: ScoredValue, { sigma, typicalError }: Fluctuation, floor: number): number {
  const natural = Math.max(sigma ** 2 - typicalError ** 2, 0);
  return Math.max(natural + (error ?? typicalError) ** 2, floor ** 2);
}

/** Has one value changed against another? */
export function scoreOfValues(before: ScoredValue, after: ScoredValue, fluctuation: Fluctuation, floor: number): Score {
  const variance = varianceOf(before, fluctuation, floor) + varianceOf(after, fluctuation, floor);
  return scoreOf((after.y - before.y) / Math.sqrt(variance), fluctuation.degrees);
}

/** Does a value differ from the level of its history? Undefined without a history. */
export function scoreOfLevel(value: ScoredValue, fluctuation: Fluctuation, floor: number): Score | undefined {
  const { level, n, sigma, degrees } = fluctuation;
  if (level === undefined) return undefined;
  const variance = varianceOf(value, fluctuation, floor) + sigma ** 2 / n;
  return scoreOf((value.y - level) / Math.sqrt(variance), degrees);
}

/** The median of the day points of a window, an execution or a cool-down, and how many they are. */
export interface ScoredWindow {
  y: number;
  points: number;
}

/** Have the day points of one window changed against those of another? */
export function scoreOfWindows(before: ScoredWindow, after: ScoredWindow, { sigma, degrees }: Fluctuation): Score {
  const weight = ({ points }: ScoredWindow) => 1 / Math.min(Math.max(points / POINTS_PER_WINDOW, 1), 2);
  return scoreOf((after.y - before.y) / (sigma * Math.sqrt(weight(before) + weight(after))), degrees);
}
