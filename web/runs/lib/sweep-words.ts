import { formatQuantity, tidy } from '#shared/values/rules/cell/quantity.ts';
import { conversionFactor } from '#shared/values/rules/units/conversion.ts';
import { chosenQuantity, readableUnit } from './parameter-words.ts';

/** A run parameter as a task states it. */
interface StatedParameter {
  value: unknown;
  value_type: string;
  unit: string;
}

/** Ends and number of the points of a sweep. */
interface Sweep {
  first: number;
  last: number;
  count: number;
  isLog: boolean;
}

/** A run parameter in words: a sweep as `0.1 to 500 µs, 51 points, log`, never as its triple, a number as `153.6 µs`. */
export function runParameterText(name: string, { value, value_type: type, unit }: StatedParameter): string {
  const sweep = sweepOf(value, type);
  if (sweep) return sweepText(name, sweep, unit);
  if (typeof value === 'number') return chosenQuantity(name, value, unit);
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sweepOf(value: unknown, type: string): Sweep | undefined {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(Number.isFinite)) return undefined;
  const [from, to, third] = value as [number, number, number];
  if (type === 'np.linspace') return { first: from, last: to, count: third, isLog: false };
  if (type === 'np.logspace') return { first: 10 ** from, last: 10 ** to, count: third, isLog: true };
  if (type !== 'np.arange' || third === 0) return undefined;
  // A step that ends on the excluded end but for a binary fraction makes no point there.
  const count = Math.max(0, Math.ceil(tidy((to - from) / third)));
  return { first: from, last: from + Math.max(0, count - 1) * third, count, isLog: false };
}

function sweepText(name: string, { first, last, count, isLog }: Sweep, unit: string): string {
  const shown = readableUnit(name, [Math.max(Math.abs(first), Math.abs(last))], unit);
  const factor = conversionFactor(unit, shown) ?? 1;
  const [from, to] = [tidy(first * factor), tidy(last * factor)];
  return `${formatQuantity(from, null, '')} to ${formatQuantity(to, null, shown)}, ${count} points${isLog ? ', log' : ''}`;
}
