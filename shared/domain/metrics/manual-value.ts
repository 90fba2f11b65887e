import type { MetricDefinition } from './types.ts';
import { conversionFactor, normalizeUnit } from './units.ts';

/** A number with its uncertainty and unit, as a person gives it. */
export type GivenValue = { value: number; error?: number | undefined; unit?: string | undefined };

/** The same in the unit that the metric is kept in, or why it cannot be kept: the end of a sentence. */
export type FittedValue = { value: number; error: number | undefined; unit: string } | { problem: string };

/** Spellings of a plain number; calibration tasks of QDash give fidelities in `a.u.` (rule METRIC-3). */
const PLAIN_UNITS = new Set(['', 'a.u.']);

/**
 * Brings a value set by hand into the unit of the value that stands, else of the catalogue, so that a metric is never
 * compared across units (rule METRIC-3); no unit means that one. A metric without a unit of its own keeps any.
 * Refused are a unit of another kind, and a number that the quantity cannot have.
 */
export function fitManualValue(metric: MetricDefinition, given: GivenValue, currentUnit?: string): FittedValue {
  const fitted = inStoredUnit(metric, given, currentUnit);
  if ('problem' in fitted) return fitted;
  const problem = impossible(metric, fitted.value);
  return problem === undefined ? fitted : { problem };
}

/** The same, without asking whether the quantity can have such a number. */
export function inStoredUnit(
  metric: MetricDefinition,
  given: GivenValue,
  currentUnit: string | undefined,
): FittedValue {
  const unit = normalizeUnit(given.unit ?? '');
  const unitToStore = currentUnit ?? metric.storedUnit;
  if (unit === '') return { value: given.value, error: given.error, unit: unitToStore };
  // The catalogue's unit second: it mends a value that stands in a unit of another kind.
  for (const wanted of [unitToStore, metric.storedUnit]) {
    const convert = converter(unit, wanted, metric.isFidelity);
    if (convert === undefined) continue;
    return {
      value: convert(given.value),
      error: given.error === undefined ? undefined : convert(given.error),
      unit: wanted,
    };
  }
  if (metric.storedUnit === '' && !metric.isFidelity) return { value: given.value, error: given.error, unit };
  const into = metric.isFidelity ? 'a fraction from 0 to 1' : `'${metric.storedUnit}'`;
  return { problem: `the unit '${unit}' cannot be converted into ${into}` };
}

function converter(from: string, to: string, isFidelity: boolean): ((number: number) => number) | undefined {
  if (from === to || (PLAIN_UNITS.has(from) && PLAIN_UNITS.has(to))) return (number) => number;
  // Always by a whole power of ten, which is exact, so that the result is rounded once: 99.7 % is 0.997.
  if (from === '%' && isFidelity && PLAIN_UNITS.has(to)) return (number) => number / 100;
  const [factor, inverse] = [conversionFactor(from, to), conversionFactor(to, from)];
  if (factor === undefined || inverse === undefined) return undefined;
  return factor < 1 ? (number) => number / inverse : (number) => number * factor;
}

function impossible({ possible }: MetricDefinition, value: number): string | undefined {
  switch (possible) {
    case 'fraction':
      return value < 0 || value > 1
        ? `${value} is not a fidelity: give a fraction from 0 to 1, or a percentage with the unit '%'`
        : undefined;
    case 'positive':
      return value <= 0 ? `${value} is not above 0` : undefined;
    case 'notNegative':
      return value < 0 ? `${value} is below 0` : undefined;
    case 'any':
      return undefined;
  }
}
