import type { RankCorrelation } from '#shared/statistics/rules/correlation.ts';
import { formatFixed, formatSignificant } from '#shared/values/rules/cell/quantity.ts';

/** A rank correlation in words: with its interval, p and n, or the reason why it is missing. */
export function correlationText(found: RankCorrelation | undefined, pairs: number): string {
  if (!found)
    return pairs < 10 ? `No correlation of fewer than 10 targets: ${pairs} have both` : 'One of the two is constant';
  const { rho, interval, p, n } = found;
  const range = interval ? `, 95 % interval ${formatFixed(interval[0], 3)} to ${formatFixed(interval[1], 3)}` : '';
  const chance = p < 1e-4 ? 'p below 0.0001' : `p ${formatSignificant(p, 2)}`;
  return `Spearman's rank correlation ${formatFixed(rho, 3)}${range}, ${chance}, n = ${n}`;
}
