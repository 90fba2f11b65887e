import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { drawValue } from '#shared/values/rules/cell/display.ts';
import { formatFrequencyChange, formatQuantity, formatShare } from '#shared/values/rules/cell/quantity.ts';
import { conversionFactor } from '#shared/values/rules/units/conversion.ts';
import { turnOf, withinHalfTurn } from '#shared/values/rules/units/unit.ts';
import type { ChipMetrics, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { isMadeUp, metricOptions, valuesOf } from './metric-choice.ts';

type Coverage = ChipMetrics['qubit_coverage'][string];

/** One metric over a chip. Numbers are in drawn units; null if missing. */
export interface MetricRow {
  display: MetricDisplay;
  coverage: Coverage;
  /** Targets with a number. */
  present: number;
  median: number | null;
  min: number | null;
  max: number | null;
  /** How the median changed, over the targets with a value in both views; null without any, undefined until it is known. */
  change: RowChange | null | undefined;
  /** A setting or an auxiliary quantity of a fit, which is looked at for a reason alone. */
  isSetting: boolean;
}

/** Two medians over the same `n` targets, in drawn units. */
interface RowChange {
  before: number;
  after: number;
  n: number;
}

const coverageOf = (metrics: ChipMetrics, { kind, key }: MetricDisplay): Coverage | undefined =>
  valuesOf(metrics, kind)[1][key];

function rowChange({ kind, key, ...display }: MetricDisplay, compared: ChipMetrics): RowChange | null {
  const found = kind === 'qubit' || kind === 'coupling' ? compared.median_changes?.[kind][key] : undefined;
  if (!found) return null;
  const [before, after] = [found.before, found.after].map((value) =>
    drawValue({ kind, key, ...display }, { value, error: null, unit: found.unit }),
  );
  return before && after && !before.isForeign && !after.isForeign
    ? { before: before.drawn, after: after.drawn, n: found.n }
    : null;
}

/**
 * Every metric that has a number or a faulty mark in the view, qubits before couplings, in the order of the
 * catalogue.
 * @param compared the same view with `median_changes`
 */
export function metricRows(
  metrics: ChipMetrics,
  compared: ChipMetrics | undefined,
  config: MetricsConfig,
): MetricRow[] {
  const options = (['qubit', 'coupling'] as const).flatMap((kind) => metricOptions(metrics, config, kind));
  return options.flatMap(({ display }) => {
    const coverage = coverageOf(metrics, display);
    if (!coverage || isMadeUp(display.key) || coverage.missing === coverage.total) return [];
    const drawn = (stored: number | null | undefined) => (stored == null ? null : display.toDrawn(stored));
    const [low, high] = display.isError ? [coverage.max, coverage.min] : [coverage.min, coverage.max];
    return {
      ...{ display, coverage, present: coverage.fresh + coverage.stale },
      ...{ median: drawn(coverage.median), min: drawn(low), max: drawn(high) },
      change: compared && rowChange(display, compared),
      isSetting: isSetting(display),
    };
  });
}

/** The share of the numbers that reach the goal: `46 % reach 100 µs`; empty without a goal. */
export function goalText({ display, coverage: { meets_threshold: meets }, present }: MetricRow): string {
  if (meets === null || display.goal === undefined || present === 0) return '';
  return `${Math.round((100 * meets) / present)} % reach ${formatQuantity(display.goal, null, display.unit)}`;
}

/** How the median changed over the targets with a value in both views (rule METRIC-22). */
export const medianChangeText = ({ display, change }: MetricRow): string =>
  change ? changeText(display, change.after, change.before) : '–';

/** Which targets the change of the median is of: `over 60 qubits with a value then and now`; empty without a change. */
export const changeScopeText = ({ display: { kind }, change }: MetricRow): string =>
  change ? `over ${plural(change.n, kind)} with a value then and now` : '';

/** By how much one drawn value differs from another: in per cent, a frequency in kHz or MHz, another setting in its own unit. */
export function changeText(display: MetricDisplay, value: number, before: number): string {
  const turn = turnOf(display.unit);
  const change = turn === undefined ? value - before : withinHalfTurn(value - before, turn);
  if (display.better !== 'neither') return before === 0 ? '–' : formatShare(change / before);
  const kilohertz = conversionFactor(display.unit, 'kHz');
  if (kilohertz !== undefined) return formatFrequencyChange(change * kilohertz);
  return `${change > 0 ? '+' : ''}${formatQuantity(change, null, display.unit)}`;
}

/** A setting or an auxiliary quantity of a fit, which is looked at for a reason alone. */
export const isSetting = ({ key, kind }: Pick<MetricDisplay, 'key' | 'kind'>): boolean =>
  ['setting', 'other'].includes(describeMetric(key, kind).freshness);

/** Whether it has no ranking: a setting, or a quantity without a good direction, such as a frequency. */
export const isUnranked = (display: MetricDisplay): boolean => display.better === 'neither' || isSetting(display);
