import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { formatCount, formatFixed, formatQuantity, shownUnit } from '#shared/values/rules/cell/quantity.ts';
import { conversionFactor, conversionOf } from '#shared/values/rules/units/conversion.ts';

const ladders = [
  ['ns', 'us', 'ms', 's'],
  ['Hz', 'kHz', 'MHz', 'GHz'],
];

/**
 * The unit in which people read a parameter: that of the metric with its name, such as ns for a pulse, else the largest
 * unit in which no value is below one, such as µs for 153,600 ns. Parameters without a unit of time or frequency keep
 * their own.
 */
export function readableUnit(name: string, values: readonly number[], unit: string): string {
  const ofMetric = describeMetric(name, 'qubit').unit;
  if (ofMetric !== '' && conversionFactor(unit, ofMetric) !== undefined) return ofMetric;
  const least = Math.min(...values.map(Math.abs).filter((size) => size > 0));
  const ladder = ladders.find((units) => units.some((one) => conversionFactor(unit, one) === 1)) ?? [];
  if (!Number.isFinite(least)) return unit;
  return ladder.findLast((one) => scaled(least, unit, one) >= 1) ?? ladder[0] ?? unit;
}

/**
 * A number in another unit, by shifting its decimal point: 1 MHz is 0.001 GHz, without a binary rounding error. A value
 * that cannot be converted is unchanged.
 */
export function scaled(value: number | string, from: string, to: string): number {
  const number = Number(value);
  return conversionOf(from, to)?.value(number) ?? number;
}

/** A number that was chosen and not measured: all of its digits count. */
export function chosenNumber(value: number): string {
  const [, fraction = ''] = String(value).split('.');
  if (!/^\d*$/.test(fraction) || Math.abs(value) >= 1e15) return formatQuantity(value, null, '');
  return fraction === '' ? formatCount(value).replace('-', '−') : formatFixed(value, fraction.length);
}

/** A number that was chosen, with its unit as people read it. */
export function chosenQuantity(name: string, value: number, unit: string): string {
  const readable = readableUnit(name, [value], unit);
  const shown = shownUnit(readable);
  return `${chosenNumber(scaled(value, unit, readable))}${shown && `\u00a0${shown}`}`;
}

/** Titles of names that do not read as words. */
const titles: Record<string, string> = {
  chip_id: 'Chip',
  qids: 'Qubits',
  exclude_qids: 'Except qubits',
  mux_ids: 'Multiplexers',
  n_runs: 'Runs to average',
  n_trials: 'Random sequences',
  minimum_usable_power_correlation_coefficient_min: 'Minimum correlation at low power',
  seed_amplitude_headroom_db: 'Seed amplitude headroom',
};

/** The name of a parameter in words, as the pages title metrics: `Time range`, `Half-pi duration`, `Minimum f12 distance`. */
export function parameterTitle(name: string): string {
  const [, subject = name, end] = /^(.+)_(min|max)$/.exec(name) ?? [];
  const title = titles[name] ?? describeMetric(subject.replace(/(^|_)hpi_/, '$1half-pi_'), 'qubit').title;
  if (end === undefined || name in titles) return title;
  const within = /^([A-Z][a-z]|F\d)/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
  return `${end === 'min' ? 'Minimum' : 'Maximum'} ${within}`;
}
