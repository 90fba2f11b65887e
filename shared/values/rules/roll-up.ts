import { describeMetric } from './catalogue.ts';
import { isDatedAhead } from './clock-ahead.ts';
import type { DaySummary } from './day-summary.ts';
import { fitManualValue } from './manual-value.ts';
import { type BlockMean, blockOf, mergeAllBlocks } from './time-blocks.ts';
import type { MetricMode, MetricTarget } from './types.ts';
import { addDirections, type Direction, directionOf, meanAngle, squaresOfAngles } from './units/angles.ts';
import { conversionOf } from './units/conversion.ts';
import { turnOf } from './units/unit.ts';

/**
 * The source of a value: a device's file, a person, a task of a lab's worker, or the simulator (rule SIM-1). Values
 * that the simulator measured for an earlier version are shown as `task`.
 */
export type ValueSource = 'import' | 'manual' | 'task' | 'simulator';

/** A measurement as roll-ups take it in. */
export interface Measurement {
  at: string;
  /** Null for a faulty mark. */
  value: number | null;
  error?: number | undefined;
  unit: string;
  source: ValueSource;
  recordedAt: string;
  /** Names it within its instant. */
  sampleId: string;
  executionId?: string | undefined;
  taskId?: string | undefined;
}

/** The values in one unit: how many, their mean, the sum of their squared distances from it, and the best of them. */
export interface Aggregate {
  count: number;
  mean: number;
  squares: number;
  /** Absent for a metric of which neither end is good. */
  best?: Measurement | undefined;
  /** When the newest of them was measured, at the latest when it was recorded. */
  newestAt: string;
  /** Their means by block of days, which the error of the mean follows from (rule STAT-13); none of angles. */
  blocks: Record<string, BlockMean>;
  /** Of angles, whose mean follows from it; what an earlier version rolled up lacks it. */
  direction?: Direction | undefined;
}

/** What a time span has of one target: its newest measurement, faulty marks among them, and its values by unit. */
export interface TargetRollUp {
  latest: Measurement;
  units: Record<string, Aggregate>;
  /** Of a single day with more than one measurement; days do not merge, so that nothing else has it. */
  day?: DaySummary;
}

/**
 * Whether one measurement takes precedence over another: the newer one; at the same instant a manual correction, then
 * the one recorded later, then the greater id, so that the order does not depend on the reader. One that a wrong clock
 * dated in the future comes last (rule TIME-8).
 */
export function isNewer(a: Measurement, b: Measurement): boolean {
  const [aAhead, bAhead] = [isDatedAhead(a), isDatedAhead(b)];
  if (aAhead !== bAhead) return bAhead;
  if (a.at !== b.at) return a.at > b.at;
  const [aManual, bManual] = [a.source === 'manual', b.source === 'manual'];
  if (aManual !== bManual) return aManual;
  return a.recordedAt === b.recordedAt ? a.sampleId > b.sampleId : a.recordedAt > b.recordedAt;
}

/**
 * Rolls up the measurements of one target; undefined without any. Values are brought to the unit of the catalogue where
 * they can be; those that cannot are a group of their own, since no mean of two units means anything. A number that the metric
 * cannot have is in none (rule METRIC-4).
 */
export function rollUp(
  metric: string,
  kind: MetricTarget,
  measurements: readonly Measurement[],
): TargetRollUp | undefined {
  const definition = describeMetric(metric, kind);
  return mergeRollUps(
    definition.mode,
    measurements.map((measurement): TargetRollUp => {
      const { value, error, unit } = measurement;
      if (value === null) return { latest: measurement, units: {} };
      const fitted = fitManualValue(definition, { value, error, unit });
      const isImpossible = 'problem' in fitted && conversionOf(unit, definition.storedUnit) !== undefined;
      if (isImpossible) return { latest: measurement, units: {} };
      const converted = 'problem' in fitted ? measurement : { ...measurement, ...fitted };
      const best = definition.mode === 'none' ? {} : { best: converted };
      const mean = converted.value ?? value;
      const direction = directionOf(mean, converted.unit);
      const blocks = direction ? {} : { [blockOf(measurement.at)]: { count: 1, mean } };
      const newestAt = isDatedAhead(measurement) ? measurement.recordedAt : measurement.at;
      const only: Aggregate = { count: 1, mean, squares: 0, ...best, newestAt, blocks };
      return { latest: measurement, units: { [converted.unit]: direction ? { ...only, direction } : only } };
    }),
  );
}

/** Puts roll-ups of one target together, in the given order; undefined without any. */
export function mergeRollUps(mode: MetricMode, parts: readonly TargetRollUp[]): TargetRollUp | undefined {
  const [first, ...others] = parts;
  if (!first) return undefined;
  let { latest } = first;
  const units = new Map(Object.entries(first.units));
  for (const other of others) {
    if (isNewer(other.latest, latest)) latest = other.latest;
    for (const [unit, aggregate] of Object.entries(other.units)) {
      const existing = units.get(unit);
      units.set(unit, existing ? mergeAggregates(mode, existing, aggregate, unit) : aggregate);
    }
  }
  return { latest, units: Object.fromEntries([...units].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Whether an earlier version rolled up angles as if they were lengths: their mean is not known. */
export const lacksDirection = ({ units }: TargetRollUp): boolean =>
  Object.entries(units).some(([unit, { direction }]) => !direction && turnOf(unit) !== undefined);

/**
 * Mean and squares by Chan's update, which keeps the digits that a difference of two large sums would lose. Those of angles follow
 * from their direction.
 */
export function mergeAggregates(mode: MetricMode, a: Aggregate, b: Aggregate, unit: string): Aggregate {
  const count = a.count + b.count;
  const distance = b.mean - a.mean;
  const best = betterOf(mode, a.best, b.best);
  const direction = a.direction && b.direction && addDirections(a.direction, b.direction);
  const merged: Aggregate = {
    count,
    mean: a.mean + (distance * b.count) / count,
    squares: a.squares + b.squares + (distance * distance * a.count * b.count) / count,
    ...(best && { best }),
    newestAt: a.newestAt > b.newestAt ? a.newestAt : b.newestAt,
    blocks: mergeAllBlocks(a.blocks, b.blocks),
  };
  if (!direction) return merged;
  const mean = meanAngle(direction, count, unit) ?? merged.mean;
  return { ...merged, mean, squares: squaresOfAngles(direction, count, unit), direction };
}

/** The better value; of equal ones the newer. */
function betterOf(mode: MetricMode, a: Measurement | undefined, b: Measurement | undefined): Measurement | undefined {
  if (!a || !b) return a ?? b;
  if (a.value === b.value) return isNewer(b, a) ? b : a;
  const greater = (b.value ?? 0) > (a.value ?? 0);
  return greater === (mode === 'maximize') ? b : a;
}
