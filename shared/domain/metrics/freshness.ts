/** Whether a value is young enough to rely on. */
export type Freshness = 'fresh' | 'stale';

/** How many targets there are, and how many of them have which kind of cell. */
export type CoverageCounts = { fresh: number; stale: number; faulty: number; total: number };

/** Counts of every kind of cell, and the share of targets that have a value, fresh or stale, in [0, 1]. */
export type Coverage = CoverageCounts & { missing: number; share: number };

/**
 * Age in seconds of a value measured at `calibratedAt`, seen at `asOf`; both are instants as `parseInstant` returns
 * them. Negative for a value measured later, which a view as of then does not show: the caller leaves it out.
 */
export function ageSeconds(calibratedAt: string, asOf: string): number {
  return (Date.parse(asOf) - Date.parse(calibratedAt)) / 1000;
}

/** Fresh up to and including the age that the metric's policy allows, stale beyond it (design 7, "Age is a fact"). */
export function stateOf(age: number, policy: { freshForSeconds: number }): Freshness {
  return age <= policy.freshForSeconds ? 'fresh' : 'stale';
}

/**
 * Coverage of one metric over its targets: what is neither fresh, stale nor faulty is missing (design 7 and 12).
 * Values on more targets than `total` names (a chip that shrank) raise the total, so shares stay in [0, 1]; no
 * targets at all are a share of 0.
 */
export function coverage({ fresh, stale, faulty, total }: CoverageCounts): Coverage {
  const known = fresh + stale + faulty;
  const all = Math.max(total, known);
  return { fresh, stale, faulty, missing: all - known, total: all, share: all === 0 ? 0 : (fresh + stale) / all };
}
