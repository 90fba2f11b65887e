import { convertAggregate } from '../../values/rules/convert-aggregate.ts';
import { type Aggregate, type Measurement, mergeAggregates, type TargetRollUp } from '../../values/rules/roll-up.ts';
import { standardErrorOfBlocks } from '../../values/rules/time-blocks.ts';
import type { MetricDefinition } from '../../values/rules/types.ts';
import { meanAngle } from '../../values/rules/units/angles.ts';
import { type Quantity, sealQuantity } from '../../values/rules/units/quantity.ts';
import { luckOfBest } from './best-of.ts';
import { type ScaleKind, scaleOf } from './scale.ts';
import type { SelectionMode } from './selection-mode.ts';

/** What stands for the values that a target has of a metric within a range. */
export interface RangeValue {
  /**
   * With the error that the value itself states, none of an average; the sample standard deviation, null for fewer than two
   * values; and the standard error of a mean from blocks of days, null where there are too few (rule STAT-13).
   */
  quantity: Quantity;
  isFaulty: boolean;
  /** When it was measured; of an average, when the newest of its values was. */
  at: string;
  /** How many values it was taken from: one where the newest alone is looked at, none of a faulty mark. */
  n: number;
  /** Values of the range in units that do not convert into that of the quantity: they are not among the `n`. */
  leftOut: number;
  /** By what share luck alone lifts the best of so many; null if that is unknown (rule STAT-14). */
  luck: number | null;
  /** Where it comes from; undefined for an average, and for the mark of a current value that is faulty. */
  source: Measurement['source'] | undefined;
  executionId: string | undefined;
  taskId: string | undefined;
}

const LOGARITHMIC = new Set<ScaleKind>(['coherence', 'fidelity', 'amplitude']);

/**
 * The value of a range by a mode. The newest may be a faulty mark; the others are of values only, in the unit of the
 * catalogue if any has it, else in the most frequent one. Undefined for none, and for the average of angles that point
 * everywhere.
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
  return mode === 'best' ? bestOf(metric, found) : averageOf(found);
}

/** A single measurement. */
export const singleValue = (
  measured: Pick<Measurement, 'value' | 'unit' | 'at' | 'error' | 'executionId' | 'taskId'> &
    Pick<RangeValue, 'source'>,
): RangeValue => {
  const { value, unit, at, error, source, executionId, taskId } = measured;
  const quantity = sealQuantity({ value, unit, error, spread: null, standardError: null });
  const isFaulty = value === null;
  return { quantity, isFaulty, at, n: isFaulty ? 0 : 1, leftOut: 0, luck: null, source, executionId, taskId };
};

/** The values of a range in one unit. */
interface FoundAggregate {
  unit: string;
  aggregate: Aggregate;
  leftOut: number;
}

function aggregateOf({ storedUnit, mode }: MetricDefinition, { units }: TargetRollUp): FoundAggregate | undefined {
  const groups = Object.entries(units);
  // Units are in their order: of two with as many values the first by name.
  const most = groups.reduce<[string, Aggregate] | undefined>(
    (found, one) => (found && found[1].count >= one[1].count ? found : one),
    undefined,
  );
  if (!most) return undefined;
  const unit = units[storedUnit] ? storedUnit : most[0];
  const converted = groups.map(([from, aggregate]) => convertAggregate(aggregate, from, unit));
  const aggregate = converted.flatMap((one) => one ?? []).reduce((sum, one) => mergeAggregates(mode, sum, one, unit));
  const count = groups.reduce((sum, [, one]) => sum + one.count, 0);
  return { unit, aggregate, leftOut: count - aggregate.count };
}

const spreadOf = ({ count, squares }: Aggregate): number | null =>
  count > 1 ? Math.sqrt(squares / (count - 1)) : null;

function bestOf(metric: MetricDefinition, { unit, aggregate, leftOut }: FoundAggregate): RangeValue | undefined {
  const { best, count, mean } = aggregate;
  if (!best) return undefined;
  const spread = spreadOf(aggregate);
  const quantity = sealQuantity({ value: best.value, unit, error: best.error, spread, standardError: null });
  return { ...singleValue(best), quantity, n: count, leftOut, luck: luckOf(metric, count, mean, spread) };
}

/** The deviation is brought to the logarithmic scale as an error of the mean is. */
function luckOf(metric: MetricDefinition, n: number, mean: number, spread: number | null): number | null {
  const scale = scaleOf(metric);
  if (spread === null || !LOGARITHMIC.has(scale.kind) || scale.toScale(mean) === undefined) return null;
  return luckOfBest(n, scale.errorOnScale(mean, spread));
}

function averageOf({ unit, aggregate, leftOut }: FoundAggregate): RangeValue | undefined {
  const { count, newestAt, blocks, direction } = aggregate;
  const mean = direction ? meanAngle(direction, count, unit) : aggregate.mean;
  if (mean === undefined) return undefined;
  // Blocks of angles would have to be merged as directions: no error of their mean is claimed.
  const standardError = direction ? null : (standardErrorOfBlocks(Object.values(blocks), mean) ?? null);
  const quantity = sealQuantity({ value: mean, unit, spread: spreadOf(aggregate), standardError });
  return {
    ...{ quantity, isFaulty: false, at: newestAt, n: count, leftOut, luck: null },
    ...{ source: undefined, executionId: undefined, taskId: undefined },
  };
}
