import { type PointerEvent, useId, useState } from 'react';
import { formatQuantity, spellQuantity } from '#shared/values/rules/cell/quantity.ts';
import { joined } from '../../../values/lib/analysis/joined.ts';
import type { MedianBand } from '../../../values/lib/analysis/median-bands.ts';
import type { TimeWindow } from '../../../values/lib/analysis/time-window.ts';
import { classNames } from '../../../values/lib/look/class-names.ts';
import type { HistoryPoint } from '../../../values/lib/metrics/history-point.ts';
import { measuredOnlyText } from '../../../values/lib/metrics/listed-metrics.ts';
import { formatInstant, formatTick } from '../../lib/format/time.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import { makeAxis } from './axis.ts';
import styles from './chart.module.css';

const height = 232;
const margin = { top: 24, right: 16, bottom: 26 };
/** Left of the axis, at least and for each digit of its longest tick. */
const leftOf = (digits: number): number => Math.max(56, 16 + 7 * digits);

/** A time that something lasted, until now where it has no end. */
export interface TimeMark {
  from: string;
  to: string | null;
  text: string;
}

/** An instant at which something happened. */
export interface TimeEvent {
  at: string;
  kind: 'run' | 'cooldown' | 'note';
  text: string;
}

/** The shortest drag, in pixels; a shorter one counts as a click. */
const shortestDrag = 6;

interface ChartProps {
  label: string;
  unit: string;
  points: readonly HistoryPoint[];
  timeZone: string;
  /** Bars at the foot, and lines where they begin. */
  marks?: readonly TimeMark[];
  /** Lines over the whole height, where cool-downs begin and end, ticks at the foot, where runs began, and flags at the top, where something was noted. */
  events?: readonly TimeEvent[];
  /** Where the values of each cool-down lie. */
  bands?: readonly MedianBand[];
  /** The part that is drawn; absent: from the first point to the last. */
  shown?: TimeWindow | undefined;
  /** What a drag across the chart chooses. */
  onDrag?: ((window: TimeWindow) => void) | undefined;
}

/**
 * A metric of one target over time: points with their uncertainty, a shape for each source, hollow where excluded, not accepted or simulated,
 * faulty marks as crosses. A line joins those of one source, and neither gaps nor cool-downs.
 */
export function HistoryChart(props: ChartProps) {
  const { unit, timeZone, shown, marks = [], events = [], bands = [] } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const now = useNow(undefined);
  const clip = useId();
  const [drag, setDrag] = useState<[from: number, to: number]>();
  const inside = (at: string) => !shown || (Date.parse(at) >= shown.from && Date.parse(at) <= shown.to);
  const seen = props.points.filter(({ at }) => inside(at));
  // A range without values gets the axis of all points.
  const points = seen.some(({ value }) => value !== null) ? seen : props.points;
  const values = points.flatMap(({ value, error }) =>
    value === null ? [] : [value - (error ?? 0), value + (error ?? 0)],
  );
  if (values.length === 0) return null;
  const bottom = height - margin.bottom;
  const y = makeAxis(values, [bottom, margin.top], false, 5);
  const left = leftOf(Math.max(...y.ticks.map((tick) => y.tickText(tick).length)));
  const right = Math.max(left + 1, width - margin.right);
  const times = instantsOf(props.points, events).map((at) => Date.parse(at));
  const start = shown?.from ?? Math.min(...times);
  const span = (shown?.to ?? Math.max(...times)) - start;
  const [first, last] = [left + 12, right - 12];
  const x = (time: number) => (span === 0 ? (left + right) / 2 : first + ((time - start) / span) * (last - first));
  const timeAt = (place: number) => start + (Math.min(Math.max(place, first), last) - first) * (span / (last - first));
  const placeOf = (event: PointerEvent<SVGSVGElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const dragging = props.onDrag &&
    span > 0 && {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => setDrag([placeOf(event), placeOf(event)]),
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => drag && setDrag([drag[0], placeOf(event)]),
      onPointerUp: () => {
        setDrag(undefined);
        if (!drag || Math.abs(drag[1] - drag[0]) < shortestDrag) return;
        const [from = 0, to = 0] = drag.map(timeAt).sort((a, b) => a - b);
        props.onDrag?.({ from, to });
      },
      onPointerLeave: () => setDrag(undefined),
      onPointerCancel: () => setDrag(undefined),
    };
  const tickCount = width < 480 ? 2 : 4;
  const timeTicks =
    span === 0 ? [start] : Array.from({ length: tickCount }, (_, index) => start + (span * index) / (tickCount - 1));

  return (
    <div className={styles.frame} ref={ref}>
      {width > 0 && (
        <svg
          className={classNames(styles.chart, dragging && styles.draggable)}
          width={width}
          height={height}
          role="img"
          aria-label={props.label}
          {...dragging}
        >
          <clipPath id={clip}>
            <rect x={left} y={0} width={right - left} height={height} />
          </clipPath>
          {y.ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={left} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
              <text x={left - 8} y={y.at(tick) + 4} textAnchor="end">
                {y.tickText(tick)}
              </text>
            </g>
          ))}
          <text className={styles.strong} x={2} y={9}>
            {unit}
          </text>
          {timeTicks.map((time, index) => (
            <text
              key={time}
              x={x(time)}
              y={height - 6}
              textAnchor={span > 0 && index === timeTicks.length - 1 ? 'end' : 'middle'}
            >
              {formatTick(new Date(time).toISOString(), timeZone, span, now)}
            </text>
          ))}
          <g clipPath={`url(#${clip})`}>
            {bands.map(({ from, to, median, low, high }) => {
              const [begin, end] = [x(Date.parse(from)), x(Date.parse(to))];
              return (
                <g key={from}>
                  <title>{`Median ${formatQuantity(median, null, unit)}, ${formatQuantity(low, null, unit)} to ${formatQuantity(high, null, unit)}`}</title>
                  <rect
                    className={styles.band}
                    x={begin}
                    width={end - begin}
                    y={y.at(high)}
                    height={y.at(low) - y.at(high)}
                  />
                  <path className={styles.bandMedian} d={`M${begin} ${y.at(median)}H${end}`} />
                </g>
              );
            })}
          </g>
          {marks.map(({ from, to, text }) => {
            const within = (time: number) => Math.min(Math.max(x(time), left), right);
            const [begin, end] = [within(Date.parse(from)), to === null ? right : within(Date.parse(to))];
            return (
              <g key={from}>
                <title>{text}</title>
                <path className={styles.goal} d={`M${begin} ${margin.top}V${bottom}`} />
                <rect className={styles.mark} x={begin} y={bottom} width={Math.max(2, end - begin)} height={4} />
              </g>
            );
          })}
          {events
            .filter(({ at }) => Date.parse(at) >= start && Date.parse(at) <= start + span)
            .map(({ at, kind, text }) => {
              const place = x(Date.parse(at));
              const { className, d } = drawnEvents[kind](place, bottom);
              return (
                <path key={`${kind} ${at} ${text}`} className={className} d={d}>
                  <title>{text}</title>
                </path>
              );
            })}
          {joined(props.points, cutsOf(events)).map((own) => (
            <path
              clipPath={`url(#${clip})`}
              key={`${own[0]?.source} ${own[0]?.at}`}
              className={styles.curve}
              strokeOpacity="0.45"
              d={own
                .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(Date.parse(point.at))} ${y.at(point.value ?? 0)}`)
                .join('')}
            />
          ))}
          {seen.map((point, index) => (
            <Point
              // biome-ignore lint/suspicious/noArrayIndexKey: two values of one instant differ by their place alone
              key={index}
              point={point}
              x={x(Date.parse(point.at))}
              y={y.at}
              bottom={bottom}
              title={`${point.value === null ? (point.lack ?? 'faulty') : spellQuantity(point.value, point.error, unit)}, ${formatInstant(point.at, timeZone)}${point.source === undefined ? '' : `, ${point.source}`}${point.isExcluded ? ', excluded' : ''}${point.isMeasuredOnly ? `, ${measuredOnlyText}` : point.isHeld ? ', held' : ''}`}
            />
          ))}
          {drag && (
            <rect
              className={styles.brush}
              x={Math.min(...drag)}
              width={Math.abs(drag[1] - drag[0])}
              y={margin.top}
              height={bottom - margin.top}
            />
          )}
        </svg>
      )}
    </div>
  );
}

/** How what happened is drawn. */
const drawnEvents: Record<
  TimeEvent['kind'],
  (place: number, bottom: number) => { className: string | undefined; d: string }
> = {
  cooldown: (place, bottom) => ({ className: styles.median, d: `M${place} ${margin.top}V${bottom}` }),
  run: (place, bottom) => ({ className: styles.axis, d: `M${place} ${bottom - 6}V${bottom}` }),
  note: (place) => ({ className: styles.note, d: `M${place - 4} ${margin.top - 10}h8l-4 8z` }),
};

/** What the time axis reaches over: the values, and what was noted after the first of them. */
export function instantsOf(points: readonly HistoryPoint[], events: readonly TimeEvent[]): string[] {
  const measured = points.map(({ at }) => at);
  const [first = ''] = measured.toSorted();
  return [...measured, ...events.flatMap(({ at, kind }) => (kind === 'note' && at > first ? [at] : []))];
}

/** Where the parts of a history that are judged by themselves begin. */
export const cutsOf = (events: readonly TimeEvent[]): string[] =>
  events.flatMap(({ at, kind }) => (kind === 'cooldown' ? [at] : []));

type Shape = (x: number, y: number) => string;
const disc: Shape = (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`;
/** Values set by people are squares, imported values are diamonds. */
const shapes: Record<string, Shape> = {
  manual: (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7z`,
  import: (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
};
const shapeOf = (source: string | undefined): Shape => shapes[source ?? ''] ?? disc;

/** The legend of a history: its sources if there are several, and all other marks that are drawn. */
export function HistoryLegend(props: {
  points: readonly HistoryPoint[];
  bands?: readonly MedianBand[];
  events?: readonly TimeEvent[];
}) {
  const { points, bands = [], events = [] } = props;
  const sources = [...new Set(points.flatMap(({ source }) => source ?? []))].sort();
  const ofShapes = (sources.length > 1 ? sources : []).map((source) => ({
    text: source,
    className: source === 'simulator' ? styles.hollow : styles.dot,
    d: shapeOf(source)(7, 7),
  }));
  const ofMarks = [
    {
      text: 'this result',
      className: styles.ring,
      d: 'M1 7a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z',
      isThere: points.some(({ isThis }) => isThis),
    },
    {
      text: 'failed',
      className: styles.faulty,
      d: 'M3 3l8 8m0-8l-8 8',
      isThere: points.some(({ lack }) => lack !== undefined),
    },
    { text: 'excluded', className: styles.hollow, d: disc(7, 7), isThere: points.some(({ isExcluded }) => isExcluded) },
    {
      text: 'held',
      className: styles.held,
      d: disc(7, 7),
      isThere: points.some(({ isHeld, isMeasuredOnly }) => isHeld && !isMeasuredOnly),
    },
    {
      text: measuredOnlyText,
      className: styles.measured,
      d: disc(7, 7),
      isThere: points.some(({ isMeasuredOnly }) => isMeasuredOnly),
    },
    { text: 'median and scatter', className: styles.band, d: 'M0 3h14v8h-14z', isThere: bands.length > 0 },
    { text: 'note', className: styles.note, d: 'M3 3h8l-4 8z', isThere: events.some(({ kind }) => kind === 'note') },
  ].filter(({ isThere }) => isThere);
  return (
    <ul className={styles.legend} aria-label="Legend">
      {[...ofShapes, ...ofMarks].map(({ text, className, d }) => (
        <li key={text}>
          <svg width="14" height="14" aria-hidden="true">
            <path className={className} d={d} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}

function Point(props: { point: HistoryPoint; x: number; y: (value: number) => number; bottom: number; title: string }) {
  const { point, x, y } = props;
  if (point.value === null)
    return (
      <g>
        {point.isThis && <circle className={styles.ring} cx={x} cy={props.bottom - 4} r={8} />}
        <path className={styles.faulty} d={`M${x - 4} ${props.bottom - 8}l8 8m0-8l-8 8`}>
          <title>{props.title}</title>
        </path>
      </g>
    );
  const error = point.error ?? 0;
  return (
    <g>
      {error > 0 && (
        <path
          className={styles.bar}
          d={`M${x} ${y(point.value - error)}V${y(point.value + error)}M${x - 3} ${y(point.value - error)}h6M${x - 3} ${y(point.value + error)}h6`}
        />
      )}
      {point.isThis && <circle className={styles.ring} cx={x} cy={y(point.value)} r={8} />}
      <path className={pointClass(point)} d={shapeOf(point.source)(x, y(point.value))}>
        <title>{props.title}</title>
      </path>
    </g>
  );
}

const pointClass = ({ isHeld, isMeasuredOnly, isExcluded, source }: HistoryPoint) =>
  isMeasuredOnly
    ? styles.measured
    : isHeld
      ? styles.held
      : isExcluded || source === 'simulator'
        ? styles.hollow
        : styles.dot;
