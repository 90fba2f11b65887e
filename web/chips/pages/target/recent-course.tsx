import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import { Sparkline } from '../../../ui/components/charts/sparkline.tsx';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { formatDayAt } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import { recentValues } from '../../../values/lib/metrics/recent.ts';
import type { ValuedTarget } from '../../../values/lib/metrics/target-metrics.ts';

/** How one metric went over the days on which its target was written last, until now. */
export function RecentCourse(props: {
  display: MetricDisplay;
  /** What the target is now, and as each day left it, newest first; empty until they are known. */
  days: readonly Pick<ValuedTarget, 'data' | 'faulty'>[];
}) {
  const { display, days } = props;
  const timeZone = useTimeZone();
  const now = useNow(undefined);
  const values = recentValues(days, display);
  const [first] = values;
  const numbers = values.map(({ value }) => value);
  const text = (value: number) => formatQuantity(value, null, display.unit);
  const label = first
    ? `${display.title} since ${formatDayAt(new Date(first.at).toISOString(), timeZone, now)}: ${text(Math.min(...numbers))} to ${text(Math.max(...numbers))}`
    : '';
  return <Sparkline label={label} values={values} isLog={display.isError} />;
}
