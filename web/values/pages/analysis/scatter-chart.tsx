import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import { makeAxis } from '../../../ui/components/charts/axis.ts';
import styles from '../../../ui/components/charts/chart.module.css';
import { useWidth } from '../../../ui/lib/hooks/use-width.ts';
import type { Pair } from '../../lib/analysis/pairs.ts';

const height = 300;
const margin = { top: 26, right: 12, bottom: 30, left: 64 };

/** Two metrics of the targets that have both, a point each. */
export function ScatterChart(props: { x: MetricDisplay; y: MetricDisplay; pairs: readonly Pair[] }) {
  const { x: xMetric, y: yMetric, pairs } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  if (pairs.length === 0) return <p>No target has both</p>;
  const right = Math.max(margin.left + 1, width - margin.right);
  const bottom = height - margin.bottom;
  const axis = (display: MetricDisplay, values: number[], range: [number, number], count: number) =>
    makeAxis(values, range, display.isError && values.every((value) => value > 0), count);
  const x = axis(
    xMetric,
    pairs.map((pair) => pair.x),
    [margin.left, right],
    Math.max(3, Math.floor(width / 90)),
  );
  const y = axis(
    yMetric,
    pairs.map((pair) => pair.y),
    [bottom, margin.top],
    5,
  );
  return (
    <div className={styles.frame} ref={ref}>
      {width > 0 && (
        <svg
          className={styles.chart}
          width={width}
          height={height}
          role="img"
          aria-label={`${yMetric.title} against ${xMetric.title}, ${pairs.length} targets`}
        >
          {y.ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={margin.left} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
              <text x={margin.left - 6} y={y.at(tick) + 4} textAnchor="end">
                {y.tickText(tick)}
              </text>
            </g>
          ))}
          {x.ticks.map((tick) => (
            <text key={tick} x={x.at(tick)} y={bottom + 16} textAnchor="middle">
              {x.tickText(tick)}
            </text>
          ))}
          {pairs.map((pair) => (
            <circle key={pair.target} className={styles.dot} cx={x.at(pair.x)} cy={y.at(pair.y)} r="4">
              <title>
                {`${pair.target}: ${formatQuantity(pair.x, null, xMetric.unit)}, ${formatQuantity(pair.y, null, yMetric.unit)}`}
              </title>
            </circle>
          ))}
          <text className={styles.strong} x={right} y={height - 1} textAnchor="end">
            {xMetric.title} {xMetric.unit}
          </text>
          <text className={styles.strong} x={2} y={10}>
            {yMetric.title} {yMetric.unit}
          </text>
        </svg>
      )}
    </div>
  );
}
