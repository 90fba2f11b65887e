import { byKind, TARGET_KINDS } from '../../../chips/rules/target-kinds.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';
import { type FreshnessLimits, freshnessOf } from '../freshness.ts';

/** A current value of a metric on a target, and when it was measured. */
export interface DatedReading {
  metric: string;
  target: { kind: MetricTarget; id: string };
  /** A faulty mark does not expire. */
  isFaulty: boolean;
  at: string;
}

/** A value that became stale, and when, in milliseconds of the epoch. */
export interface Expired<R extends DatedReading> {
  reading: R;
  expiredMs: number;
}

/** Which values are stale at an instant, and which of them became so since another, the last to expire first. */
export interface ExpiredValues<R extends DatedReading> {
  stale: number;
  expired: Expired<R>[];
  /** When the next value becomes stale, in milliseconds of the epoch; infinite if none will. */
  nextMs: number;
}

/**
 * What became stale since an instant, or ever, and still is (rule OVERVIEW-3): a value expires at the last age that its
 * policy calls fresh.
 */
export function expiredSince<R extends DatedReading>(
  readings: readonly R[],
  { since, now }: { since?: string; now: string },
  limits: FreshnessLimits | undefined,
): ExpiredValues<R> {
  const freshFor = freshForByMetric(limits);
  const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const nowMs = Date.parse(now);
  const expired: Expired<R>[] = [];
  let stale = 0;
  let nextMs = Number.POSITIVE_INFINITY;
  for (const reading of readings) {
    if (reading.isFaulty) continue;
    const expiredMs = Date.parse(reading.at) + freshFor(reading) * 1000;
    if (expiredMs >= nowMs) nextMs = Math.min(nextMs, expiredMs);
    if (expiredMs >= nowMs) continue;
    stale += 1;
    if (expiredMs >= sinceMs) expired.push({ reading, expiredMs });
  }
  return { stale, nextMs, expired: expired.sort((one, other) => other.expiredMs - one.expiredMs) };
}

/** For how many seconds a value is fresh; looked up once a metric, since a chip has thousands of values. */
function freshForByMetric(limits: FreshnessLimits | undefined): (reading: DatedReading) => number {
  const known = byKind(() => new Map<string, number>());
  return ({ metric, target: { kind } }) => {
    let seconds = known[kind].get(metric);
    if (seconds === undefined) {
      seconds = freshnessOf(describeMetric(metric, kind), limits).freshForSeconds;
      known[kind].set(metric, seconds);
    }
    return seconds;
  };
}

/** How many there are of each metric, the most first. */
export function countsByMetric(
  readings: readonly Pick<DatedReading, 'metric' | 'target'>[],
): { metric: string; kind: MetricTarget; count: number }[] {
  const kinds = byKind(() => new Map<string, number>());
  for (const { metric, target } of readings) {
    const counts = kinds[target.kind];
    counts.set(metric, (counts.get(metric) ?? 0) + 1);
  }
  return TARGET_KINDS.flatMap((kind) => [...kinds[kind]].map(([metric, count]) => ({ metric, kind, count }))).sort(
    (one, other) => other.count - one.count || (one.metric < other.metric ? -1 : 1),
  );
}
