import type { DaySummary, PointSummary } from '../../values/rules/day-summary.ts';
import { fitManualValue } from '../../values/rules/manual-value.ts';
import type { Measurement, TargetRollUp } from '../../values/rules/roll-up.ts';
import { median } from '../../values/rules/statistics.ts';
import type { MetricDefinition } from '../../values/rules/types.ts';
import { type Scale, scaleOf, statedError } from './scale.ts';

/** A value of a day in the stored unit of its metric. */
export interface DayValue {
  /** Milliseconds since 1970. */
  at: number;
  /** NaN if it is faulty or in a unit of another kind. */
  value: number;
  /** Not a number where none is stated. */
  error: number;
  /** Orders values that no task brought within an instant; absent for what a task measured. */
  tie?: string;
}

/** A measurement as days take it in. */
export function dayValueOf(
  metric: MetricDefinition,
  measured: Pick<Measurement, 'at' | 'value' | 'error' | 'unit' | 'taskId' | 'recordedAt' | 'sampleId'>,
): DayValue {
  const { value, error, unit, taskId, recordedAt, sampleId } = measured;
  const fitted = value === null ? undefined : fitManualValue(metric, { value, error, unit });
  const usable = fitted && !('problem' in fitted) && fitted.unit === metric.storedUnit ? fitted : undefined;
  return {
    at: Date.parse(measured.at),
    value: usable?.value ?? Number.NaN,
    error: statedError(usable?.error) ?? Number.NaN,
    ...(taskId === undefined ? { tie: `${recordedAt} ${sampleId}` } : {}),
  };
}

/** What a day has of a series, from all its values in any order; undefined without any. */
export function summarizeDay(scale: Scale, values: readonly DayValue[]): DaySummary | undefined {
  const inOrder = values.toSorted(inTime);
  const [first] = inOrder;
  const last = inOrder.at(-1);
  if (!first || !last) return undefined;
  const own = inOrder.filter((one, index) => !(index > 0 && repeats(one, inOrder[index - 1])));
  const point = pointOf(scale, own);
  const rest = pointOf(scale, own.slice(1));
  return {
    ...(point && { point }),
    ...(first.tie !== undefined &&
      Number.isFinite(first.value) && { first: { value: first.value, ...(rest && { rest }) } }),
    last: Number.isFinite(last.value) ? last.value : null,
  };
}

/** At one instant what tasks measured comes first. */
const inTime = (a: DayValue, b: DayValue): number =>
  a.at - b.at || compareTies(a.tie ?? '', b.tie ?? '') || a.value - b.value || 0;

const compareTies = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** A value that equals the one before it and that no task brought is a copy of it. */
const repeats = (one: DayValue, before: DayValue | undefined): boolean =>
  one.tie !== undefined && before !== undefined && one.value === before.value;

function pointOf(scale: Scale, values: readonly DayValue[]): PointSummary | undefined {
  const usable = values.flatMap(({ value, error }) => {
    const y = Number.isFinite(value) ? scale.toScale(value) : undefined;
    return y === undefined ? [] : [{ y, value, error }];
  });
  const isAmplitude = scale.kind === 'amplitude';
  const isNegative = isAmplitude && (usable.at(-1)?.value ?? 0) < 0;
  const counted = isAmplitude ? usable.filter(({ value }) => value < 0 === isNegative) : usable;
  const y = median(counted.map((one) => one.y));
  if (y === undefined) return undefined;
  const errors = counted.filter(({ error }) => Number.isFinite(error));
  const error = median(errors.map((one) => scale.errorOnScale(one.value, one.error)));
  return {
    y,
    n: counted.length,
    ...(error === undefined ? {} : { error }),
    ...(isNegative ? { isNegative } : {}),
  };
}

/**
 * The same from the roll-up of a day, which keeps it where there is more than one value; undefined where an earlier version
 * made the roll-up without it.
 */
export function summaryOfRollUp(
  metric: MetricDefinition,
  { latest, units, day }: TargetRollUp,
  { lacksDays }: { lacksDays: boolean },
): DaySummary | undefined {
  if (day) return day;
  const count = Object.values(units).reduce((total, one) => total + one.count, 0);
  // If the newest is a faulty mark, a value before it is known only by its mean.
  if (lacksDays && count > (latest.value === null ? 0 : 1)) return undefined;
  return summarizeDay(scaleOf(metric), [dayValueOf(metric, latest)]);
}

/** The day points of a series from its days, oldest first, each `YYYYMMDD`, without copies of the value before (rule STAT-16). */
export function pointsOfDays(
  days: readonly (readonly [day: string, DaySummary])[],
): (PointSummary & { day: string })[] {
  let before: number | null = null;
  const points: (PointSummary & { day: string })[] = [];
  for (const [day, { point, first, last }] of days) {
    const own = first !== undefined && first.value === before ? first.rest : point;
    before = last;
    if (own) points.push({ day: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`, ...own });
  }
  return points;
}
