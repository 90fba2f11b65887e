import type { CsvField } from '#shared/devices/rules/export/csv.ts';
import { unitField } from '#shared/devices/rules/export/unit-name.ts';
import { type ScoreBetween, scoreBetween, type TargetValue } from '#shared/statistics/rules/between-targets.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatSigma } from '#shared/values/rules/cell/quantity.ts';
import { conversionOf } from '#shared/values/rules/units/conversion.ts';
import type { ChipMetrics, MetricCell, MetricsConfig, TargetKind } from '../../../ui/lib/api/wire.ts';
import { type MapCell, mapCells } from './cells.ts';
import { cellsOf, heldOf, isMadeUp, metricOptions } from './metric-choice.ts';
import { changeText, isSetting } from './metric-rows.ts';

/** One metric of several targets, side by side. */
export interface MetricSideBySide {
  display: MetricDisplay;
  isSetting: boolean;
  cells: ComparedCell[];
}

/** What one of them has, and how that differs from the one that the others are held against. */
export interface ComparedCell {
  cell: MapCell;
  /** In per cent, in kHz or in the metric's own unit; empty for the reference itself, and where one of the two has no number. */
  difference: string;
  score: ScoreBetween | undefined;
}

/**
 * Every metric that one of the targets has.
 * @param reference the target that the others are held against.
 * @param isScored values are the newest ones: a best value takes part in no comparison (rule STAT-14), and a mean is scored by its history.
 */
export function sideBySide(
  metrics: ChipMetrics,
  config: MetricsConfig,
  kind: TargetKind,
  targets: readonly string[],
  reference: string,
  isScored: boolean,
): MetricSideBySide[] {
  return metricOptions(metrics, config, kind).flatMap(({ display }) => {
    const answered = cellsOf(metrics, kind, display.key);
    const cells = mapCells(targets, answered, display, heldOf(metrics, kind, display.key));
    if (isMadeUp(display.key) || cells.every(({ state }) => state === 'missing')) return [];
    const standing = cells.find(({ target }) => target === reference);
    const compared = cells.map((cell): ComparedCell => {
      if (!standing || standing.drawn === null || cell.drawn === null || cell === standing)
        return { cell, difference: '', score: undefined };
      const between = isScored ? scoreOf(answered[reference], answered[cell.target], display) : undefined;
      return { cell, difference: changeText(display, cell.drawn, standing.drawn), score: between };
    });
    return { display, isSetting: isSetting(display), cells: compared };
  });
}

function scoreOf(
  reference: MetricCell | undefined,
  other: MetricCell | undefined,
  display: MetricDisplay,
): ScoreBetween | undefined {
  const [first, second] = [storedOf(reference, display), storedOf(other, display)];
  return first && second && scoreBetween(first, second, scaleOf(describeMetric(display.key, display.kind)));
}

/** In the unit that the metric is stored in. */
function storedOf(cell: MetricCell | undefined, { storedUnit }: MetricDisplay): TargetValue | undefined {
  if (!cell || cell.value === null) return undefined;
  const conversion = conversionOf(cell.unit === '' ? storedUnit : cell.unit, storedUnit);
  const value = conversion?.value(cell.value);
  if (!conversion || value === undefined) return undefined;
  return { value, error: cell.error === null ? null : conversion.size(cell.error, cell.value) };
}

/** A score with what it is measured against, and which of the two is the better one where that is notable. */
export function scoreBetweenText({ z, basis }: ScoreBetween, { better }: MetricDisplay): string {
  const notable = Math.abs(z) >= 3 && better !== 'neither';
  const side = z > 0 === (better === 'higher') ? 'better' : 'worse';
  return [formatSigma(z), basis === 'fit' ? 'fit only' : '', notable ? side : ''].filter(Boolean).join(' ');
}

/** The comparison as rows of a file, heads first: a row for each metric and target. */
export const sideBySideCsv = (rows: readonly MetricSideBySide[], reference: string): CsvField[][] => [
  [
    'metric',
    'title',
    'unit',
    'target',
    'value',
    'error',
    'state',
    'calibrated_at',
    'reference',
    'sigma',
    'sigma_basis',
  ],
  ...rows.flatMap(({ display, cells }) =>
    cells.map(({ cell, score }) => [
      display.key,
      display.title,
      unitField(display.unit),
      cell.target,
      cell.drawn,
      cell.spread,
      cell.state,
      cell.calibratedAt,
      reference,
      score?.z,
      score?.basis,
    ]),
  ),
];
