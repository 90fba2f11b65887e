import type { ChipRecord } from '../../chips/store/chips.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { rangeValue } from '../../statistics/rules/range-value.ts';
import type { SelectionMode } from '../../statistics/rules/selection-mode.ts';
import { describeMetric } from '../rules/catalogue.ts';
import type { RolledTargets } from '../store/roll-ups.ts';
import { type MeasuredSpans, type RangeRequest, reduceRange } from './range-roll-ups.ts';
import type { Reading } from './readings.ts';

/** What stands for the values of each metric on each target within a range, by a mode (rule METRIC-12). */
export async function rangeReadings(
  db: Database,
  chip: ChipRecord,
  spans: MeasuredSpans,
  { mode, ...request }: RangeRequest & { mode: SelectionMode },
): Promise<Reading[]> {
  const readings = await reduceRange(db, chip, spans, request, (metric, targets) =>
    readingsIn(new Map([[metric, targets]]), mode),
  );
  return [...readings.values()].flat();
}

/** The same of what a range has by metric. */
export const readingsIn = (metrics: ReadonlyMap<string, RolledTargets>, mode: SelectionMode): Reading[] =>
  [...metrics].flatMap(([metric, targets]) =>
    targets.flatMap(({ target, rollUp }) => {
      const value = rangeValue(mode, describeMetric(metric, target.kind), rollUp);
      return value ? [{ metric, target, ...value }] : [];
    }),
  );
