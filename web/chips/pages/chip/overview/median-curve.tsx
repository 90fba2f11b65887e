import { useQuery } from '@tanstack/react-query';
import { formatStatistic } from '#shared/values/rules/cell/display.ts';
import { chipMediansQuery, measuredMedians } from '../../../../statistics/lib/overview/medians.ts';
import { Sparkline } from '../../../../ui/components/charts/sparkline.tsx';
import { usePast } from '../../../../ui/lib/api/past.ts';
import { useTimeZone } from '../../../../ui/lib/api/time-zone.ts';
import type { MetricRow } from '../../../../values/lib/metrics/metric-rows.ts';

const dayMs = 86_400_000;
/** Days that follow one another are joined, also where the clocks are put back between them. */
const joinedWithin = 1.25 * dayMs;

/** The median of a metric over the last 30 days, until the shown time. Days without measurements are left out. */
export function MedianCurve(props: { chipId: string; row: MetricRow; metrics: string[] }) {
  const { display, median } = props.row;
  const { data } = useQuery(chipMediansQuery(props.chipId, useTimeZone(), props.metrics, usePast()?.asOf));
  const [first, last] = [data?.days[0], data?.days.at(-1)];
  if (!data || !first || !last || median === null) return null;
  const measured = measuredMedians(data, display);
  // The current median is drawn at the end of its day.
  const values = [...measured, { at: Date.parse(last.as_of) + dayMs, value: median }];
  const numbers = values.map(({ value }) => value);
  const text = (value: number) => formatStatistic(display, value);
  const label = `${display.title}, median by day: ${text(Math.min(...numbers))} to ${text(Math.max(...numbers))}, measured on ${measured.length} of ${data.days.length} days`;
  return (
    <Sparkline
      label={label}
      values={values}
      isLog={display.isError}
      range={{ from: Date.parse(first.as_of), joinedWithin }}
    />
  );
}
