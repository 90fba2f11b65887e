import type { TargetKind } from '../../chips/rules/target-kinds.ts';
import { mean, median } from '../../values/rules/statistics.ts';
import type { DayPoint } from './day-points.ts';
import type { Scale } from './scale.ts';
import { countedPoints, type SeriesPoints } from './series-level.ts';
import { robustSize } from './spread.ts';

/** The variance that values of an age have gained, over all pairs of that distance in time (rule STAT-26). */
export interface DriftBin {
  /** Mean distance of its pairs in days. */
  days: number;
  variance: number;
  pairs: number;
}

/** The age at which the uncertainty of "the value now" has doubled. */
export interface Horizon {
  days: number;
  /** `at_most` if the first bin has reached it already, `at_least` if none has. */
  bound: 'exact' | 'at_most' | 'at_least';
  bins: number;
  /** Targets that have pairs. */
  targets: number;
}

/** The horizons of a chip in one cool-down, by kind of target and metric. */
export type ChipHorizons = Partial<Record<TargetKind, Readonly<Record<string, Horizon>>>>;

/** A value of a series on its scale, and when it was measured, in days since any fixed moment. */
export interface DatedValue {
  days: number;
  y: number;
}

const BIN_ENDS_DAYS = [0.25, 0.5, 1, 2, 4, 7, 14, 30, 90];
const SHORTEST_DAYS = 15 / (24 * 60);
const FEWEST_PAIRS = 30;
const FEWEST_TARGETS_A_BIN = 3;
const DAY_MS = 86_400_000;

/** The horizon of a metric from the day points that its levels count too; undefined if they do not tell one. */
export function metricHorizon(series: readonly SeriesPoints[], scale: Scale): Horizon | undefined {
  if (scale.referenceError === undefined) return undefined;
  const counted = series.map(({ points }) => countedPoints(points));
  const bins = driftBins(counted.map((points) => points.map(datedValue)));
  const errors = counted.flat().flatMap(({ error }) => error ?? []);
  const targets = counted.filter(({ length }) => length > 1).length;
  return horizonOf(bins, targets, median(errors) ?? 0, scale.referenceError);
}

const datedValue = ({ day, y }: DayPoint): DatedValue => ({ days: Date.parse(day) / DAY_MS, y });

/**
 * How much the values of a metric drift apart with their distance in time, rising with it.
 * @param series one of each target, within one cool-down.
 */
export function driftBins(series: readonly (readonly DatedValue[])[]): DriftBin[] {
  const gathered = BIN_ENDS_DAYS.map(() => ({ days: [] as number[], changes: [] as number[], targets: 0 }));
  for (const values of series) {
    const sorted = [...values].sort((a, b) => a.days - b.days);
    const before = gathered.map(({ days }) => days.length);
    for (const [index, one] of sorted.entries())
      for (const other of sorted.slice(index + 1)) {
        const days = other.days - one.days;
        const bin = days < SHORTEST_DAYS ? undefined : gathered[BIN_ENDS_DAYS.findIndex((end) => days <= end)];
        bin?.days.push(days);
        bin?.changes.push(other.y - one.y);
      }
    for (const [index, bin] of gathered.entries()) if (bin.days.length > (before[index] ?? 0)) bin.targets += 1;
  }
  const known = gathered.filter(({ days, targets }) => days.length >= FEWEST_PAIRS && targets >= FEWEST_TARGETS_A_BIN);
  return rising(
    known.map(({ days, changes }) => ({
      days: mean(days) ?? 0,
      variance: (robustSize(changes) ?? 0) ** 2,
      pairs: days.length,
    })),
  );
}

/** Pools neighbours that fall, weighted by their pairs, so that older values are never said to be surer. */
function rising(bins: readonly DriftBin[]): DriftBin[] {
  const pools: { variance: number; pairs: number; bins: DriftBin[] }[] = [];
  for (const bin of bins) {
    let pool = { variance: bin.variance, pairs: bin.pairs, bins: [bin] };
    for (let last = pools.at(-1); last && last.variance > pool.variance; last = pools.at(-1)) {
      pools.pop();
      const pairs = last.pairs + pool.pairs;
      const variance = (last.variance * last.pairs + pool.variance * pool.pairs) / pairs;
      pool = { variance, pairs, bins: [...last.bins, ...pool.bins] };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ variance, bins: pooled }) => pooled.map((bin) => ({ ...bin, variance })));
}

/**
 * The horizon that bins of drift tell, linear between them; undefined without a bin.
 * @param typicalError median stated error on the scale, 0 if none is stated.
 * @param referenceError the accuracy to which the value is wanted.
 */
export function horizonOf(
  bins: readonly Pick<DriftBin, 'days' | 'variance'>[],
  targets: number,
  typicalError: number,
  referenceError: number,
): Horizon | undefined {
  const [first] = bins;
  const last = bins.at(-1);
  if (!first || !last) return undefined;
  const known = { bins: bins.length, targets };
  const doubled = 4 * Math.max(typicalError, referenceError) ** 2 + typicalError ** 2;
  if (first.variance >= doubled) return { ...known, days: first.days, bound: 'at_most' };
  const index = bins.findIndex(({ variance }) => variance >= doubled);
  const [before, after] = [bins[index - 1], bins[index]];
  if (!before || !after) return { ...known, days: last.days, bound: 'at_least' };
  const share = (doubled - before.variance) / (after.variance - before.variance);
  return { ...known, days: before.days + share * (after.days - before.days), bound: 'exact' };
}
