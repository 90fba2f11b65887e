import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatCount, formatQuantity, formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { makeAxis } from '../../../ui/components/charts/axis.ts';
import styles from '../../../ui/components/charts/chart.module.css';
import { useWidth } from '../../../ui/lib/hooks/use-width.ts';
import { barsOf } from '../../lib/analysis/bars.ts';

const height = 216;
const margin = { top: 12, right: 10, bottom: 30, left: 38 };

/** How many targets have values within equal steps of the axis; too few or equal ones are listed instead (rule STAT-28). */
export function HistogramChart({ display, values }: { display: MetricDisplay; values: readonly number[] }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const isLog = display.isError && values.every((value) => value > 0);
  const bars = barsOf(values, isLog);
  if (!bars) return <p>{values.map((value) => formatQuantity(value, null, display.unit)).join(', ') || 'No values'}</p>;
  const right = Math.max(margin.left + 1, width - margin.right);
  const bottom = height - margin.bottom;
  const x = makeAxis(values, [margin.left, right], isLog, Math.max(3, Math.floor(width / 90)));
  const y = makeAxis([0, ...bars.map(({ count }) => count)], [bottom, margin.top], false, 4);
  return (
    <div className={styles.frame} ref={ref}>
      {width > 0 && (
        <svg
          className={styles.chart}
          width={width}
          height={height}
          role="img"
          aria-label={`Histogram of ${display.title}, ${values.length} values in ${bars.length} bars`}
        >
          {y.ticks.filter(Number.isInteger).map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={margin.left} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
              <text x={margin.left - 6} y={y.at(tick) + 4} textAnchor="end">
                {formatCount(tick)}
              </text>
            </g>
          ))}
          {bars.map(({ from, to, count }) => (
            <rect
              key={from}
              className={styles.pillar}
              x={x.at(from)}
              width={Math.max(1, x.at(to) - x.at(from) - 1)}
              y={y.at(count)}
              height={bottom - y.at(count)}
            >
              <title>{`${count} from ${formatSignificant(from)} to ${formatSignificant(to)} ${display.unit}`}</title>
            </rect>
          ))}
          {x.ticks.map((tick) => (
            <text key={tick} x={x.at(tick)} y={bottom + 16} textAnchor="middle">
              {x.tickText(tick)}
            </text>
          ))}
          <text className={styles.strong} x={right} y={height - 1} textAnchor="end">
            {display.unit}
            {isLog ? ', log' : ''}
          </text>
        </svg>
      )}
    </div>
  );
}
