import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { formatQuantity } from '#shared/domain/metrics/cell/quantity.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { formatDayAt } from '../../lib/format/time.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { recentValues } from '../../lib/metrics/recent.ts';
import type { ValuedTarget } from '../../lib/metrics/target-metrics.ts';

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
