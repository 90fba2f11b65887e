import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { Difference } from '../../../statistics/lib/differences/queries.ts';
import { lackText } from '../../../statistics/lib/differences/words.ts';
import { MetricQuantity } from './quantity.tsx';

/** The value of one side of a comparison, or the reason why it is missing. */
export function SideValue({ side, display }: { side: Difference['before']; display: MetricDisplay }) {
  if (!side || side.value === null) return lackText(side);
  const value = <MetricQuantity display={display} stored={{ value: side.value, error: side.error, unit: side.unit }} />;
  return side.held ? <>held {value}</> : value;
}
