import { normalCdf } from '#shared/statistics/rules/normal-distribution.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { Difference } from './queries.ts';
import { drawnScore } from './shift-layer.ts';
import { shiftLimits } from './shift-scale.ts';

/** Where the last class of colours begins; whatever lies beyond is in one bar. */
const [, , beyond] = shiftLimits;

/** The scores between two whole numbers of standard deviations; the outer bars are open to their ends. */
export interface ScoreBar {
  /** As drawn: from worse to better, or from higher to lower where no end is good. */
  from: number;
  to: number;
  differences: Difference[];
  /** How many there would be if nothing had changed, by the normal distribution (rule STAT-18). */
  expected: number;
}

/** The scores of one metric in bars one standard deviation wide, which end where the classes of colours do. */
export function scoreBars(
  differences: readonly Difference[],
  display: Pick<MetricDisplay, 'kind' | 'key'>,
): ScoreBar[] {
  const scored = differences.flatMap((one) => (one.score ? [{ one, z: drawnScore(one.score.z, display) }] : []));
  const lowest = -beyond - 1;
  const own = Map.groupBy(scored, ({ z }) => barOf(z));
  return Array.from({ length: 2 * beyond + 2 }, (_, n) => {
    const start = lowest + n;
    const from = start === lowest ? Number.NEGATIVE_INFINITY : start;
    const to = start === beyond ? Number.POSITIVE_INFINITY : start + 1;
    return {
      from,
      to,
      differences: (own.get(start) ?? []).map(({ one }) => one),
      expected: scored.length * (normalCdf(to) - normalCdf(from)),
    };
  });
}

/** A score at a limit lies in the outer of the two bars, as it has the colour of the outer class. */
const barOf = (z: number): number => {
  const whole = Math.min(beyond, Math.floor(Math.abs(z)));
  return z < 0 ? -whole - 1 : whole;
};
