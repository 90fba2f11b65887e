import { mean } from '../../values/rules/statistics.ts';
import { twoSidedP } from './normal-distribution.ts';

/** Spearman's rank correlation with its 95 % interval (rule STAT-29). */
export interface RankCorrelation {
  n: number;
  rho: number;
  /** Null at |rho| = 1. */
  interval: readonly [number, number] | null;
  p: number;
}

const FEWEST_PAIRS = 10;
const TWO_SIDED_95 = 1.96;

/**
 * The rank correlation of two metrics over the targets that have both; undefined for fewer than ten, or where one of
 * them is constant.
 */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): RankCorrelation | undefined {
  if (pairs.length < FEWEST_PAIRS) return undefined;
  const rho = spearman(pairs);
  if (rho === undefined) return undefined;
  const n = pairs.length;
  if (Math.abs(rho) === 1) return { n, rho, interval: null, p: 0 };
  const width = Math.sqrt((1 + rho ** 2 / 2) / (n - 3));
  const centre = Math.atanh(rho);
  const interval = [-1, 1].map((side) => Math.tanh(centre + side * TWO_SIDED_95 * width)) as [number, number];
  return { n, rho, interval, p: twoSidedP(centre / width) };
}

/** The correlation of the mid-ranks; undefined where one side is constant. */
export function spearman(pairs: readonly (readonly [number, number])[]): number | undefined {
  const xs = midRanks(pairs.map(([x]) => x));
  const ys = midRanks(pairs.map(([, y]) => y));
  const centre = mean(xs) ?? 0;
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + (value - centre) * ((b[index] ?? centre) - centre), 0);
  const size = Math.sqrt(product(xs, xs) * product(ys, ys));
  if (!(size > 0)) return undefined;
  return Math.min(1, Math.max(-1, product(xs, ys) / size));
}

/** Ranks from 1; equal values share the mean of theirs. */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length);
  for (let begin = 0; begin < order.length; ) {
    let end = begin;
    while (end < order.length && values[order[end] ?? 0] === values[order[begin] ?? 0]) end += 1;
    for (const index of order.slice(begin, end)) ranks[index] = (begin + 1 + end) / 2;
    begin = end;
  }
  return ranks;
}
