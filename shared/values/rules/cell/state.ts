/** Whether a value is young enough to rely on. */
export type Freshness = 'fresh' | 'stale';

/** What a target has of a metric: a value, a faulty mark in its place, or nothing. */
export type CellState = Freshness | 'faulty' | 'missing';

/** How many targets there are, and how many of them have which kind of cell. */
export type CoverageCounts = { fresh: number; stale: number; faulty: number; total: number };

/** Counts of every kind of cell, and the share of targets that have a value, fresh or stale, in [0, 1]. */
export type Coverage = CoverageCounts & { missing: number; share: number };

/**
 * Age in seconds of a value measured at `calibratedAt`, seen at `asOf`; both are instants as `parseInstant` returns
 * them. Negative for a value measured later, which a view of that time does not show: the caller leaves it out.
 */
export function ageSeconds(calibratedAt: string, asOf: string): number {
  return (Date.parse(asOf) - Date.parse(calibratedAt)) / 1000;
}

/** Fresh up to and including the age that the metric's policy allows, stale beyond it (rule METRIC-7). */
export function stateOf(age: number, policy: { freshForSeconds: number }): Freshness {
  return age <= policy.freshForSeconds ? 'fresh' : 'stale';
}

/** Age and state of what was measured, seen at `asOf`. */
export function cellAt(
  measured: { isFaulty: boolean; at: string },
  policy: { freshForSeconds: number },
  asOf: string,
): { ageSeconds: number; state: Freshness | 'faulty' } {
  const age = ageSeconds(measured.at, asOf);
  return { ageSeconds: age, state: measured.isFaulty ? 'faulty' : stateOf(age, policy) };
}

/**
 * Coverage of one metric over its targets: what is neither fresh, stale nor faulty is missing (rule METRIC-8).
 * Values on more targets than `total` names (a chip that shrank) raise the total, so shares stay in [0, 1]; no
 * targets at all are a share of 0.
 */
export function coverage({ fresh, stale, faulty, total }: CoverageCounts): Coverage {
  const known = fresh + stale + faulty;
  const all = Math.max(total, known);
  return { fresh, stale, faulty, missing: all - known, total: all, share: all === 0 ? 0 : (fresh + stale) / all };
}

/** Coverage of one metric by the cells that there are; a target without one is missing. */
export function coverageOf(cells: readonly { state: CellState }[], total: number): Coverage {
  const count = (state: CellState) => cells.filter((cell) => cell.state === state).length;
  return coverage({ fresh: count('fresh'), stale: count('stale'), faulty: count('faulty'), total });
}
