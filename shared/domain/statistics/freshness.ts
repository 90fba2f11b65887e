import type { FreshnessHours } from '../metrics/fresh-for.ts';
import { mean } from '../metrics/statistics.ts';
import type { MetricDefinition } from '../metrics/types.ts';
import { robustSize } from './spread.ts';

/** A value of a series on its scale, and when it was measured, in days since any fixed moment. */
export interface DatedValue {
  days: number;
  y: number;
}

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
  /** `at_most` where the first bin has reached it already, `at_least` where none has. */
  bound: 'exact' | 'at_most' | 'at_least';
  bins: number;
  /** Targets that have pairs. */
  targets: number;
}

const BIN_ENDS_DAYS = [0.25, 0.5, 1, 2, 4, 7, 14, 30, 90];
const SHORTEST_DAYS = 15 / (24 * 60);
const FEWEST_PAIRS = 30;
const FEWEST_TARGETS_A_BIN = 3;
const FEWEST_BINS = 3;
const FEWEST_TARGETS = 10;
const LEAST_HOURS = 6;
const MOST_HOURS = 30 * 24;

interface Pair {
  target: string;
  days: number;
  change: number;
}

/**
 * How much the values of a metric drift apart with their distance in time, rising with it.
 * @internal no read has the horizon of a chip yet
 * @param series by target, each within one cool-down.
 */
export function driftBins(series: readonly { target: string; values: readonly DatedValue[] }[]): DriftBin[] {
  const pairs = series.flatMap(({ target, values }) => pairsOf(target, values));
  const bins = BIN_ENDS_DAYS.flatMap((end, index) => {
    const begin = BIN_ENDS_DAYS[index - 1] ?? 0;
    const inside = pairs.filter(({ days }) => days > begin && days <= end);
    const targets = new Set(inside.map(({ target }) => target));
    if (inside.length < FEWEST_PAIRS || targets.size < FEWEST_TARGETS_A_BIN) return [];
    const size = robustSize(inside.map(({ change }) => change)) ?? 0;
    return [{ days: mean(inside.map(({ days }) => days)) ?? end, variance: size ** 2, pairs: inside.length }];
  });
  return rising(bins);
}

function pairsOf(target: string, values: readonly DatedValue[]): Pair[] {
  const sorted = [...values].sort((a, b) => a.days - b.days);
  return sorted.flatMap((one, index) =>
    sorted.slice(index + 1).flatMap((other) => {
      const days = other.days - one.days;
      return days < SHORTEST_DAYS ? [] : [{ target, days, change: other.y - one.y }];
    }),
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
 * The horizon of a metric.
 * @internal no read has the horizon of a chip yet
 * @param typicalError median stated error on the scale, 0 where none is stated.
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

/** How long a value is fresh, and the source of this limit. */
export interface FreshnessPolicy {
  hours: number;
  basis: 'project' | 'horizon' | 'default';
}

/** A project's own policy wins; else the horizon of the chip where enough is known for one; else the default. */
export function freshnessPolicy(
  defaultHours: number,
  { projectHours, horizon }: { projectHours?: number | undefined; horizon?: Horizon | undefined } = {},
): FreshnessPolicy {
  if (projectHours !== undefined) return { hours: projectHours, basis: 'project' };
  if (!horizon || horizon.bins < FEWEST_BINS || horizon.targets < FEWEST_TARGETS)
    return { hours: defaultHours, basis: 'default' };
  const hours = Math.min(Math.max(horizon.days * 24, LEAST_HOURS), MOST_HOURS);
  const isOfNoUse =
    (horizon.bound === 'at_most' && hours > defaultHours) || (horizon.bound === 'at_least' && hours < defaultHours);
  return isOfNoUse ? { hours: defaultHours, basis: 'default' } : { hours, basis: 'horizon' };
}

/** How long the values of a metric are fresh in a project that has set these hours. */
export function freshnessOf(
  { freshness, freshForSeconds }: Pick<MetricDefinition, 'freshness' | 'freshForSeconds'>,
  projectHours: FreshnessHours | undefined,
): { freshForSeconds: number; basis: FreshnessPolicy['basis'] } {
  const { hours, basis } = freshnessPolicy(freshForSeconds / 3600, { projectHours: projectHours?.[freshness] });
  return { freshForSeconds: Math.round(hours * 3600), basis };
}
