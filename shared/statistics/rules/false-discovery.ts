/** Share of false findings that a view accepts among those it calls established (rule STAT-19). */
export const FALSE_DISCOVERY_RATE = 0.05;

/**
 * The q-values of p-values, in their order (Benjamini and Hochberg): the least share of false findings at which each one
 * would be among the findings. Those at most the accepted share are established.
 */
export function qValues(ps: readonly number[]): number[] {
  const order = ps.map((_, index) => index).sort((a, b) => (ps[b] ?? 0) - (ps[a] ?? 0));
  const qs = new Array<number>(ps.length);
  let least = 1;
  for (const [rankFromTop, index] of order.entries()) {
    const rank = ps.length - rankFromTop;
    least = Math.min(least, ((ps[index] ?? 1) * ps.length) / rank);
    qs[index] = least;
  }
  return qs;
}
