import { drawValue, type MetricDisplay } from '../../../values/rules/cell/display.ts';
import { formatSignificant } from '../../../values/rules/cell/quantity.ts';
import type { ChipAlert } from './alerts.ts';

/** What the values were and are: `60.1 → 15.2 µs`. */
export function levelsText(alert: Pick<ChipAlert, 'from' | 'to' | 'unit'>, display: MetricDisplay): string {
  const drawn = (value: number) => drawValue(display, { value, error: null, unit: alert.unit });
  const [from, to] = [drawn(alert.from), drawn(alert.to)];
  const digits = significantDigits(from.drawn, to.drawn);
  const unit = to.unit === '' ? '' : `\u00a0${to.unit}`;
  return `${formatSignificant(from.drawn, digits)} → ${formatSignificant(to.drawn, digits)}${unit}`;
}

/** As many digits as tell the two apart by two of them, at least three. */
function significantDigits(one: number, other: number): number {
  const size = Math.max(Math.abs(one), Math.abs(other));
  const change = Math.abs(one - other);
  if (change === 0 || size === 0) return 3;
  return Math.min(12, Math.max(3, Math.floor(Math.log10(size)) - Math.floor(Math.log10(change)) + 2));
}
