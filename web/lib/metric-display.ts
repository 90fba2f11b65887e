import { presentMetric } from '#shared/contract/present-metric.ts';
import { describeMetric } from '#shared/domain/metrics/catalogue.ts';
import { conversionFactor } from '#shared/domain/metrics/units.ts';
import { formatQuantity, shownUnit, tidy } from './numbers.ts';
import type { MetricDefinition, MetricsConfig, TargetKind } from './wire.ts';

/**
 * How one metric is drawn. A fidelity is drawn as its error 1 - F in per cent, on a logarithmic axis
 * (rivals 5b, rules 6, 10 and 15), every other metric as stored value x scale.
 */
export interface MetricDisplay {
  key: string;
  kind: TargetKind;
  title: string;
  description: string;
  unit: string;
  /** Unit of stored values. */
  storedUnit: string;
  /** Drawn as 1 - value on a logarithmic axis. */
  isError: boolean;
  /** Which end of the drawn values is good. */
  better: 'higher' | 'lower' | 'neither';
  /** Target in drawn units. */
  threshold: number | undefined;
  freshForSeconds: number;
  /** From the stored value to the drawn one. */
  toDrawn: (stored: number) => number;
  /** From the stored uncertainty to the drawn one. */
  toDrawnError: (stored: number) => number;
}

/** The display of a metric; keys that the catalogue does not have are described by their name and unit. */
export function displayOf(
  config: MetricsConfig | undefined,
  kind: TargetKind,
  key: string,
  unitFound?: string,
): MetricDisplay {
  const listed = (kind === 'qubit' ? config?.qubit_metrics : config?.coupling_metrics)?.[key];
  return fromDefinition(key, kind, listed ?? presentMetric(describeMetric(key, kind, unitFound)));
}

function fromDefinition(key: string, kind: TargetKind, metric: MetricDefinition): MetricDisplay {
  const isError = metric.draw_as_error;
  const scale = isError ? 100 : metric.scale;
  const toDrawn = (stored: number) => tidy((isError ? 1 - stored : stored) * scale);
  const mode = metric.evaluation.mode;
  return {
    key,
    kind,
    title: isError ? errorTitle(metric.title) : metric.title,
    description: metric.description,
    unit: isError ? '%' : shownUnit(metric.unit),
    storedUnit: metric.stored_unit,
    isError,
    better: isError || mode === 'minimize' ? 'lower' : mode === 'maximize' ? 'higher' : 'neither',
    threshold: metric.threshold ? toDrawn(metric.threshold.value) : undefined,
    freshForSeconds: metric.fresh_for_seconds,
    toDrawn,
    toDrawnError: (stored) => tidy(Math.abs(stored * scale)),
  };
}

/** The title of a fidelity that is drawn as its error: `CZ gate fidelity` becomes `CZ gate error`. */
const errorTitle = (title: string): string =>
  /fidelity/i.test(title) ? title.replace(/fidelity/i, 'error') : `${title}, as error`;

/** A stored value in its metric's drawn unit, or in its own where the two cannot be converted. */
export interface DrawnValue {
  drawn: number;
  /** Uncertainty in the same unit; null where none is known. */
  spread: number | null;
  unit: string;
  /** The value is in another kind of unit than its metric: it can be told, but not drawn among the others. */
  isForeign: boolean;
}

/** Draws a stored value. A value without a unit is in the metric's stored unit; an uncertainty of 0 is none. */
export function drawValue(
  display: MetricDisplay,
  stored: { value: number; error: number | null; unit: string },
): DrawnValue {
  const factor = stored.unit === '' ? 1 : conversionFactor(stored.unit, display.storedUnit);
  const spread = stored.error || null;
  if (factor === undefined) return { drawn: stored.value, spread, unit: stored.unit, isForeign: true };
  return {
    drawn: display.toDrawn(stored.value * factor),
    spread: spread === null ? null : display.toDrawnError(spread * factor),
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

/** Whether a drawn value reaches the target; undefined where there is none. */
export function meetsThreshold(display: MetricDisplay, drawn: number): boolean | undefined {
  if (display.threshold === undefined || display.better === 'neither') return undefined;
  return display.better === 'higher' ? drawn >= display.threshold : drawn <= display.threshold;
}
