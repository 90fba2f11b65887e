import { scaleOf } from '../../../statistics/rules/scale.ts';
import { describeMetric } from '../catalogue.ts';
import { isPossible } from '../manual-value.ts';
import type { MetricDefinition, MetricTarget } from '../types.ts';
import { conversionOf } from '../units/conversion.ts';
import { formatQuantity, shownUnit, tidy, type WrittenQuantity, writeQuantity } from './quantity.ts';

/**
 * How one metric is drawn. A fidelity is drawn as its error 1 - F in per cent, on a logarithmic axis
 * (rules SHOW-6 and SHOW-7), every other metric as stored value x scale.
 */
export interface MetricDisplay {
  key: string;
  kind: MetricTarget;
  title: string;
  description: string;
  unit: string;
  /** Unit of stored values. */
  storedUnit: string;
  /** Drawn as 1 - value on a logarithmic axis. */
  isError: boolean;
  /** Which end of the drawn values is good; of a frequency or another setting neither is, whatever QDash's catalogue says. */
  better: 'higher' | 'lower' | 'neither';
  /** In drawn units; none where neither end is good. */
  goal: number | undefined;
  freshForSeconds: number;
  /** The values of the chip tell how long they are fresh (rule STAT-26). */
  isFreshnessLearned?: boolean;
  /** From the stored value to the drawn one. */
  toDrawn: (stored: number) => number;
  /** From the stored uncertainty to the drawn one. */
  toDrawnError: (stored: number) => number;
}

/** What a display follows from. */
export type DrawnMetric = Pick<
  MetricDefinition,
  | 'key'
  | 'target'
  | 'title'
  | 'description'
  | 'unit'
  | 'scale'
  | 'storedUnit'
  | 'mode'
  | 'isFidelity'
  | 'freshForSeconds'
> & { threshold: { value: number } | null };

export function metricDisplay(metric: DrawnMetric): MetricDisplay {
  const { key, target, title, description, storedUnit, isFidelity, mode, freshForSeconds } = metric;
  const scale = isFidelity ? 100 : metric.scale;
  const toDrawn = (stored: number) => tidy((isFidelity ? 1 - stored : stored) * scale);
  const better = hasGoodEnd(key, target) ? goodEnd(isFidelity, mode) : 'neither';
  return {
    key,
    kind: target,
    title: isFidelity ? errorTitle(title) : title,
    description,
    unit: isFidelity ? '%' : shownUnit(metric.unit),
    storedUnit,
    isError: isFidelity,
    better,
    goal: metric.threshold && better !== 'neither' ? toDrawn(metric.threshold.value) : undefined,
    freshForSeconds,
    toDrawn,
    toDrawnError: (stored) => tidy(Math.abs(stored * scale)),
  };
}

/** Whether an end of a metric is good as changes are judged, where no frequency is better than another (rule STAT-10). */
export const hasGoodEnd = (key: string, target: MetricTarget): boolean =>
  scaleOf(describeMetric(key, target)).worse !== 'both';

const goodEnd = (isFidelity: boolean, mode: MetricDefinition['mode']): MetricDisplay['better'] => {
  if (isFidelity || mode === 'minimize') return 'lower';
  return mode === 'maximize' ? 'higher' : 'neither';
};

/** The title of a fidelity that is drawn as its error: `CZ gate fidelity` becomes `CZ gate error`. */
const errorTitle = (title: string): string =>
  /fidelity/i.test(title) ? title.replace(/fidelity/i, 'error') : `${title}, as error`;

/** A stored value in its metric's drawn unit, or in its own where the two cannot be converted. */
export interface DrawnValue {
  drawn: number;
  /** Uncertainty in the same unit; null where none is known. */
  spread: number | null;
  unit: string;
  /**
   * The value can be shown as text, but not drawn among the others: its unit is of another kind than its metric's, or
   * it is impossible.
   */
  isForeign: boolean;
  /** The metric cannot have the number (rule METRIC-4). */
  isImpossible?: true;
}

/** Whether a metric can have a number, which is in the stored unit of its display. */
function canHave({ key, kind, storedUnit }: MetricDisplay, value: number): boolean {
  const metric = describeMetric(key, kind);
  const converted = conversionOf(storedUnit, metric.storedUnit)?.value(value);
  return converted === undefined || isPossible(metric, converted);
}

/**
 * Prepares a stored value for drawing. A value without a unit is in the metric's stored unit; an uncertainty of 0
 * counts as none.
 */
export function drawValue(
  display: MetricDisplay,
  stored: { value: number; error: number | null; unit: string },
): DrawnValue {
  const conversion = conversionOf(stored.unit === '' ? display.storedUnit : stored.unit, display.storedUnit);
  const value = conversion?.value(stored.value);
  const spread = stored.error || null;
  if (!conversion || value === undefined) return { drawn: stored.value, spread, unit: stored.unit, isForeign: true };
  if (!canHave(display, value))
    return { drawn: stored.value, spread, unit: stored.unit, isForeign: true, isImpossible: true };
  return {
    drawn: display.toDrawn(value),
    spread: spread === null ? null : display.toDrawnError(conversion.size(spread, stored.value)),
    unit: display.unit,
    isForeign: false,
  };
}

/** A stored value in words, with its uncertainty and unit. */
export function describeValue(
  display: MetricDisplay,
  stored: { value: number; error: number | null; unit: string },
): string {
  const { drawn, spread, unit } = drawValue(display, stored);
  return formatQuantity(drawn, spread, unit);
}

/** Digits of a statistic where one end is good; where none is, as of a frequency, three would say nothing. */
const statisticDigits = 3;

/** A median, an end or a mean of the drawn values of many targets (rule STAT-33). */
export const writeStatistic = (
  { better, unit }: Pick<MetricDisplay, 'better' | 'unit'>,
  drawn: number,
): WrittenQuantity => writeQuantity(drawn, null, unit, better === 'neither' ? undefined : statisticDigits);

/** The same as text with its unit. */
export function formatStatistic(display: Pick<MetricDisplay, 'better' | 'unit'>, drawn: number): string {
  const { concise, tail } = writeStatistic(display, drawn);
  return concise + tail;
}

/** Whether a drawn value reaches the target; undefined without a target. */
export function meetsGoal(display: MetricDisplay, drawn: number): boolean | undefined {
  if (display.goal === undefined || display.better === 'neither') return undefined;
  return display.better === 'higher' ? drawn >= display.goal : drawn <= display.goal;
}
