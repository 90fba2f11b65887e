import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import type { Target } from '../../../ui/lib/api/wire.ts';
import { showParameter } from './target-metrics.ts';
import { typedValue, type ValueEntry } from './value-entries.ts';

/** From this ratio on, a new value is more likely a slip of the unit or the point than a change of the chip. */
const farRatio = 10;

/**
 * What a typed value replaces where it is ten times the current one or a tenth of it: `T1: 500 µs instead of 50 µs`. Undefined where it is
 * near, or cannot be compared.
 */
export function farText(display: MetricDisplay, entry: ValueEntry, { data }: Pick<Target, 'data'>): string | undefined {
  const parameter = data[display.key];
  const typed = typedValue(entry);
  if (!parameter || typed === undefined) return undefined;
  const { drawn, isForeign } = showParameter(parameter, display, parameter.calibrated_at);
  if (isForeign || drawn === 0 || typed === 0) return undefined;
  const ratio = Math.abs(typed / drawn);
  if (ratio < farRatio && ratio > 1 / farRatio) return undefined;
  const inWords = (value: number) => formatQuantity(value, null, display.unit);
  return `${display.title}: ${inWords(typed)} instead of ${inWords(drawn)}`;
}
