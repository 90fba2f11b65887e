import type { Aggregate } from './roll-up.ts';
import { conversionFactor } from './units/conversion.ts';

/**
 * Values that were aggregated in one unit, in another one; undefined where no factor converts the two: the mean of numbers in dBm
 * is not the mean of the powers.
 */
export function convertAggregate(aggregate: Aggregate, from: string, to: string): Aggregate | undefined {
  const factor = conversionFactor(from, to);
  if (factor === 1) return aggregate;
  if (factor === undefined) return undefined;
  const { mean, squares, best, blocks } = aggregate;
  return {
    ...aggregate,
    mean: mean * factor,
    squares: squares * factor * factor,
    ...(best && {
      best: {
        ...best,
        value: best.value === null ? null : best.value * factor,
        error: best.error === undefined ? undefined : best.error * factor,
        unit: to,
      },
    }),
    blocks: Object.fromEntries(
      Object.entries(blocks).map(([block, { count, mean: own }]) => [block, { count, mean: own * factor }]),
    ),
  };
}
