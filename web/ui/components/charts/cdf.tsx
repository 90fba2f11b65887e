import { type PointerEvent, useMemo, useState } from 'react';
import { formatStatistic, type MetricDisplay, meetsGoal } from '#shared/values/rules/cell/display.ts';
import { formatQuantity, formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { ecdf, median } from '#shared/values/rules/statistics.ts';
import { drawnValues, type MapCell, targetLabel } from '../../../values/lib/metrics/cells.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import { makeAxis } from './axis.ts';
import styles from './chart.module.css';

const height = 216;
const margin = { top: 16, right: 10, bottom: 30, left: 38 };
const shares = [0, 25, 50, 75, 100];
/** A press shorter than this, in pixels, is not a drag. */
const shortestBrush = 4;

/**
 * The distribution of a metric over a chip's targets as a step curve, with its true median and the share that
 * reaches the target (docs/design/web.md#distributions). Errors are drawn on a logarithmic axis, other metrics if asked
 * to.
 */
export function Cdf(props: {
  display: MetricDisplay;
  cells: readonly MapCell[];
  logarithmic: boolean;
  /** Takes the targets whose values were drawn over. */
  onBrush?: ((targets: string[]) => void) | undefined;
}) {
  const { display, cells } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const [hovered, setHovered] = useState<number>();
  const [brush, setBrush] = useState<[from: number, to: number]>();
  const values = useMemo(() => drawnValues(cells), [cells]);
  const steps = useMemo(() => ecdf(values), [values]);
  const middle = median(values);
  const isLog = (display.isError || props.logarithmic) && values.every((value) => value > 0);
  const { goal } = display;
  const right = Math.max(margin.left + 1, width - margin.right);
  const bottom = height - margin.bottom;
  const inDomain = goal !== undefined && (!isLog || goal > 0) ? [goal] : [];
  if (middle === undefined) return <p className={styles.readout}>No values</p>;
  const x = makeAxis([...values, ...inDomain], [margin.left, right], isLog, Math.max(3, Math.floor(width / 80)));
  const y = (percent: number) => bottom - (percent / 100) * (bottom - margin.top);
  const step = hovered === undefined ? undefined : steps[hovered];
  const placeOf = (event: PointerEvent<SVGSVGElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    setHovered(nearestStep(steps, x.invert(placeOf(event))));
    if (brush) setBrush([brush[0], placeOf(event)]);
  };
  const onUp = () => {
    setBrush(undefined);
    if (!brush || Math.abs(brush[1] - brush[0]) < shortestBrush) return;
    const [low = 0, high = 0] = brush.map(x.invert).sort((a, b) => a - b);
    props.onBrush?.(
      cells.flatMap(({ drawn, target }) => (drawn !== null && drawn >= low && drawn <= high ? [target] : [])),
    );
  };
  const medianAt = x.at(middle);
  const medianLeft = medianAt > (margin.left + right) / 2;

  return (
    <div className={styles.frame} ref={ref}>
      {width > 0 ? (
        <svg
          className={styles.chart}
          width={width}
          height={height}
          role="img"
          aria-label={`Distribution of ${display.title}, median ${formatStatistic(display, middle)}`}
          onPointerMove={onMove}
          onPointerDown={(event) => props.onBrush && setBrush([placeOf(event), placeOf(event)])}
          onPointerUp={onUp}
          onPointerLeave={() => {
            setHovered(undefined);
            setBrush(undefined);
          }}
        >
          {shares.map((share) => (
            <g key={share}>
              <line className={styles.grid} x1={margin.left} x2={right} y1={y(share)} y2={y(share)} />
              <text x={margin.left - 6} y={y(share) + 4} textAnchor="end">
                {share}
                {share === 100 ? ' %' : ''}
              </text>
            </g>
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
          {inDomain.map((value) => (
            <line key={value} className={styles.goal} x1={x.at(value)} x2={x.at(value)} y1={margin.top} y2={bottom} />
          ))}
          <path className={styles.curve} d={curve(steps, x.at, y, right)} />
          <line className={styles.median} x1={medianAt} x2={medianAt} y1={y(50)} y2={bottom} />
          <circle className={styles.dot} cx={medianAt} cy={y(50)} r="4" />
          <text
            className={styles.strong}
            x={medianAt + (medianLeft ? -8 : 8)}
            y={y(50) + (medianLeft ? -7 : 15)}
            textAnchor={medianLeft ? 'end' : 'start'}
          >
            median {formatStatistic(display, middle)}
          </text>
          {brush && (
            <rect
              className={styles.brush}
              x={Math.min(...brush)}
              width={Math.abs(brush[1] - brush[0])}
              y={margin.top}
              height={bottom - margin.top}
            />
          )}
          {step && <line className={styles.cursor} x1={x.at(step.x)} x2={x.at(step.x)} y1={margin.top} y2={bottom} />}
        </svg>
      ) : (
        <svg className={styles.chart} height={height} aria-hidden="true" />
      )}
      <p className={styles.readout}>
        {step ? stepText(step, display, cells) : goalShare(display, values) || 'Point at the curve to see the targets'}
      </p>
    </div>
  );
}

function curve(
  steps: readonly { x: number; y: number }[],
  x: (value: number) => number,
  y: (percent: number) => number,
  right: number,
): string {
  const first = steps[0];
  if (!first) return '';
  const rises = steps.map((step) => `H${tenths(x(step.x))}V${tenths(y(step.y))}`);
  return `M${tenths(x(first.x))} ${tenths(y(0))}${rises.join('')}H${right}`;
}

/** A place in pixels, as fine as a screen shows. */
const tenths = (pixels: number): number => Math.round(pixels * 10) / 10;

function nearestStep(steps: readonly { x: number }[], value: number): number | undefined {
  let best: number | undefined;
  for (const [index, step] of steps.entries())
    if (best === undefined || Math.abs(step.x - value) < Math.abs((steps[best]?.x ?? 0) - value)) best = index;
  return best;
}

function stepText(step: { x: number; y: number }, display: MetricDisplay, cells: readonly MapCell[]): string {
  const names = cells.filter((cell) => cell.drawn === step.x).map((cell) => targetLabel(display.kind, cell.target));
  return `${formatSignificant(step.y)} % at or below ${formatQuantity(step.x, null, display.unit)}: ${names.join(', ')}`;
}

/** The share that reaches the goal in words: `78 % of qubits reach the goal of 100 µs`; empty without a goal. */
export function goalShare(display: MetricDisplay, values: readonly number[]): string {
  const { goal } = display;
  if (goal === undefined || values.length === 0) return '';
  const reached = values.filter((value) => meetsGoal(display, value)).length;
  if (display.better === 'neither') return '';
  const share = Math.round((100 * reached) / values.length);
  return `${share} % of ${display.kind}s reach the goal of ${formatQuantity(goal, null, display.unit)}`;
}
