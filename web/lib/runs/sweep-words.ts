import { formatQuantity, shownUnit, tidy } from '#shared/domain/metrics/cell/quantity.ts';
import { conversionFactor } from '#shared/domain/metrics/units.ts';

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

/** A run parameter in words: a sweep as `0.1 to 500 µs, 51 points, log`, never as its triple. */
export function runParameterText({ value, value_type: type, unit }: StatedParameter): string {
  const sweep = sweepOf(value, type);
  if (sweep) return sweepText(sweep, unit);
  // A whole number was chosen, not measured: all of its digits count.
  if (Number.isInteger(value)) return `${value}${shownUnit(unit) && `\u00a0${shownUnit(unit)}`}`;
  if (typeof value === 'number') return formatQuantity(value, null, unit);
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

const ladders = [
  ['ns', 'us', 'ms', 's'],
  ['Hz', 'kHz', 'MHz', 'GHz'],
];

/** The largest unit in which the far end of a sweep is one or more, such as µs of 500,000 ns. */
function readableUnit(far: number, unit: string): string {
  const ladder = ladders.find((units) => units.some((one) => conversionFactor(unit, one) === 1)) ?? [];
  return ladder.findLast((one) => far * (conversionFactor(unit, one) ?? 0) >= 1) ?? unit;
}

function sweepText({ first, last, count, isLog }: Sweep, unit: string): string {
  const shown = readableUnit(Math.max(Math.abs(first), Math.abs(last)), unit);
  const factor = conversionFactor(unit, shown) ?? 1;
  const [from, to] = [tidy(first * factor), tidy(last * factor)];
  return `${formatQuantity(from, null, '')} to ${formatQuantity(to, null, shown)}, ${count} points${isLog ? ', log' : ''}`;
}
