import { mean, median } from '../../values/rules/statistics.ts';
import type { MetricMode } from '../../values/rules/types.ts';

/** The current value of a metric that has a target and a good end. */
export interface HealthInput {
  metric: string;
  /** In the unit of the target; null for one that is faulty. Of a held value, the one before. */
  value: number | null;
  target: number;
  mode: Exclude<MetricMode, 'none'>;
  isFidelity: boolean;
  isStale: boolean;
}

/** The health of a qubit: an index in [0, 1], no probability (rule STAT-27). */
export interface Health {
  /** Null where fewer than half of the metrics have a value. */
  health: number | null;
  /** The metric with the least share of its target; null without any. */
  limitedBy: string | null;
  /** That share; of couplings the median of theirs. */
  limitingShare: number | null;
  /** Metrics that have a value, and metrics that count. */
  known: number;
  of: number;
  /** Share of the values that are stale; null without any. */
  staleShare: number | null;
}

/** The share of its target that a value reaches, at most 1; 0 for one that is faulty. */
export function shareOfTarget({ value, target, mode, isFidelity }: Omit<HealthInput, 'metric' | 'isStale'>): number {
  if (value === null) return 0;
  const reached = isFidelity ? (1 - target) / (1 - value) : mode === 'maximize' ? value / target : target / value;
  return Number.isNaN(reached) ? 1 : Math.min(1, Math.max(0, reached));
}

/** One metric of a qubit, or one of its couplings' metrics with all of their shares. */
interface Part {
  metric: string;
  share: number;
}

/**
 * The health of a qubit from the metrics that have a value.
 * @param own its own metrics.
 * @param couplings those of its couplings: all values of a metric enter as the median of their shares.
 * @param of how many metrics count, with or without a value.
 */
export function healthOf(own: readonly HealthInput[], couplings: readonly HealthInput[], of: number): Health {
  const parts = [
    ...own.map((input): Part => ({ metric: input.metric, share: shareOfTarget(input) })),
    ...medians(couplings),
  ];
  const inputs = [...own, ...couplings];
  const staleShare = inputs.length === 0 ? null : inputs.filter(({ isStale }) => isStale).length / inputs.length;
  const limit = parts.reduce<Part | undefined>(
    (least, part) => (!least || part.share < least.share ? part : least),
    undefined,
  );
  const known = parts.length;
  const health = 2 * known < of || known === 0 ? null : Math.exp(mean(parts.map(({ share }) => Math.log(share))) ?? 0);
  return { health, limitedBy: limit?.metric ?? null, limitingShare: limit?.share ?? null, known, of, staleShare };
}

function medians(inputs: readonly HealthInput[]): Part[] {
  const byMetric = Map.groupBy(inputs, ({ metric }) => metric);
  return [...byMetric].map(([metric, found]) => ({ metric, share: median(found.map(shareOfTarget)) ?? 0 }));
}
