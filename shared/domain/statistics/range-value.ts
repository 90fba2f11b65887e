import type { Aggregate, Measurement, TargetRollUp } from '../metrics/roll-up.ts';
import { standardErrorOfBlocks } from '../metrics/time-blocks.ts';
import type { MetricDefinition } from '../metrics/types.ts';
import { luckOfBest } from './best-of.ts';
import { type ScaleKind, scaleOf } from './scale.ts';
import type { SelectionMode } from './selection-mode.ts';

/** What stands for the values that a target has of a metric within a range. */
export interface RangeValue {
  /** In `unit`; null for a faulty mark. */
  value: number | null;
  unit: string;
  /** When it was measured; of an average, when the newest of its values was. */
  at: string;
  /** What the value itself states; none of an average. */
  error: number | undefined;
  /** How many values it was taken from: one where the newest alone is looked at, none of a faulty mark. */
  n: number;
  /** Their sample standard deviation; null for fewer than two. */
  spread: number | null;
  /** Of a mean, from blocks of days; null where there are too few (rule STAT-13). */
  standardError: number | null;
  /** By what share the best of so many is lifted by luck alone; null where that is not known (rule STAT-14). */
  luck: number | null;
  /** Where it comes from; undefined for an average, and for the mark of a current value that is faulty. */
  source: Measurement['source'] | undefined;
  executionId: string | undefined;
  taskId: string | undefined;
}

const LOGARITHMIC = new Set<ScaleKind>(['coherence', 'fidelity', 'amplitude']);

/**
 * The value of a range by a mode. The newest may be a faulty mark; the others are of values alone, in the unit of the
 * catalogue where any is, else in the one that most of them have. Undefined where there is none.
 */
export function rangeValue(
  mode: SelectionMode,
  metric: MetricDefinition,
  rolled: TargetRollUp,
): RangeValue | undefined {
  if (mode === 'latest') return singleValue(rolled.latest);
  if (mode === 'best' && metric.mode === 'none') return undefined;
  const found = aggregateOf(metric, rolled);
  if (!found) return rolled.latest.value === null ? singleValue(rolled.latest) : undefined;
  const [unit, aggregate] = found;
  const spread = aggregate.count > 1 ? Math.sqrt(aggregate.squares / (aggregate.count - 1)) : null;
  return mode === 'best' ? bestOf(metric, aggregate, spread) : averageOf(unit, aggregate, spread);
}

/** A measurement that stands by itself. */
export const singleValue = (
  measured: Pick<Measurement, 'value' | 'unit' | 'at' | 'error' | 'executionId' | 'taskId'> &
    Pick<RangeValue, 'source'>,
): RangeValue => {
  const { value, unit, at, error, source, executionId, taskId } = measured;
  const alone = { n: value === null ? 0 : 1, spread: null, standardError: null, luck: null };
  return { value, unit, at, error, ...alone, source, executionId, taskId };
};

function aggregateOf({ storedUnit }: MetricDefinition, { units }: TargetRollUp): [string, Aggregate] | undefined {
  const own = units[storedUnit];
  if (own) return [storedUnit, own];
  // Units are in their order: of two with as many values the first by name.
  return Object.entries(units).reduce<[string, Aggregate] | undefined>(
    (most, one) => (most && most[1].count >= one[1].count ? most : one),
    undefined,
  );
}

function bestOf(
  metric: MetricDefinition,
  { best, count, mean }: Aggregate,
  spread: number | null,
): RangeValue | undefined {
  return best && { ...singleValue(best), n: count, spread, luck: luckOf(metric, count, mean, spread) };
}

/** The deviation is brought to the logarithmic scale as an error of the mean is. */
function luckOf(metric: MetricDefinition, n: number, mean: number, spread: number | null): number | null {
  const scale = scaleOf(metric);
  if (spread === null || !LOGARITHMIC.has(scale.kind) || scale.toScale(mean) === undefined) return null;
  return luckOfBest(n, scale.errorOnScale(mean, spread));
}

const averageOf = (unit: string, { count, mean, newestAt, blocks }: Aggregate, spread: number | null): RangeValue => ({
  ...{ value: mean, unit, at: newestAt, error: undefined },
  ...{ n: count, spread, standardError: standardErrorOfBlocks(Object.values(blocks), mean) ?? null, luck: null },
  ...{ source: undefined, executionId: undefined, taskId: undefined },
});
