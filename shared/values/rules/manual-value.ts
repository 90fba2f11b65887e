import { keyProblem } from './gate-keys.ts';
import type { MetricDefinition } from './types.ts';
import { conversionOf } from './units/conversion.ts';
import { normalizeUnit } from './units/unit.ts';

/** A number with its uncertainty and unit, as a person gives it. */
export type GivenValue = { value: number; error?: number | undefined; unit?: string | undefined };

/** The same in the unit that the metric is kept in, or why it cannot be kept: the end of a sentence. */
export type FittedValue = { value: number; error: number | undefined; unit: string } | { problem: string };

/** Whether the catalogue leaves the unit of a metric open: its first value in a project decides (rule METRIC-15). */
export const hasOpenUnit = ({ storedUnit, isFidelity }: MetricDefinition): boolean => storedUnit === '' && !isFidelity;

/**
 * Brings a value into the unit of the current value, else of the catalogue, so that a metric is never compared across units
 * (rule METRIC-3); no unit means that one. A metric with an open unit keeps the given unit where `currentUnit` is undefined.
 * Refused are a unit of another dimension, and a number that the quantity cannot have.
 */
export function fitManualValue(metric: MetricDefinition, given: GivenValue, currentUnit?: string): FittedValue {
  const fitted = inStoredUnit(metric, given, currentUnit);
  if ('problem' in fitted) return fitted;
  const problem = impossible(metric, fitted.value);
  return problem === undefined ? fitted : { problem };
}

/** The same for a value that is not kept yet: refused too is a key that no new value has (rule METRIC-20). */
export function fitNewValue(metric: MetricDefinition, given: GivenValue, currentUnit?: string): FittedValue {
  const problem = keyProblem(metric.key, metric.target);
  return problem === undefined ? fitManualValue(metric, given, currentUnit) : { problem };
}

/** Like `fitManualValue`, without asking whether the quantity can have such a number. */
export function inStoredUnit(
  metric: MetricDefinition,
  given: GivenValue,
  currentUnit: string | undefined,
): FittedValue {
  const { value, error } = given;
  const unit = normalizeUnit(given.unit ?? '');
  const unitToStore = currentUnit ?? metric.storedUnit;
  if (unit === '') return { value, error, unit: unitToStore };
  if (currentUnit === undefined && hasOpenUnit(metric)) return { value, error, unit };
  // The catalogue's unit second: it replaces the unit of a current value that is of another dimension.
  for (const wanted of hasOpenUnit(metric) ? [unitToStore] : [unitToStore, metric.storedUnit]) {
    const conversion = conversionOf(unit, wanted);
    if (!conversion) continue;
    const converted = conversion.value(value);
    if (converted === undefined) return { problem: `${value} ${unit} has no value in '${wanted}'` };
    return { value: converted, error: error === undefined ? undefined : conversion.size(error, value), unit: wanted };
  }
  const into = metric.isFidelity
    ? 'a fraction from 0 to 1'
    : unitInWords(hasOpenUnit(metric) ? unitToStore : metric.storedUnit);
  return { problem: `the unit '${unit}' cannot be converted into ${into}` };
}

const unitInWords = (unit: string): string => (unit === '' ? 'a number without a unit' : `'${unit}'`);

/** Whether a quantity can have a number, which is in the stored unit. */
export function isPossible({ possible }: Pick<MetricDefinition, 'possible'>, value: number): boolean {
  if (possible === 'fraction') return value >= 0 && value <= 1;
  if (possible === 'positive') return value > 0;
  return possible === 'any' || value >= 0;
}

function impossible(metric: MetricDefinition, value: number): string | undefined {
  if (isPossible(metric, value)) return undefined;
  if (metric.possible === 'fraction')
    return `${value} is not a fidelity: give a fraction from 0 to 1, or a percentage with the unit '%'`;
  return `${value} is ${metric.possible === 'positive' ? 'not above' : 'below'} 0`;
}
