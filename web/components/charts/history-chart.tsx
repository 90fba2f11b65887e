import { spellQuantity } from '#shared/domain/metrics/cell/quantity.ts';
import { joined } from '../../lib/analysis/joined.ts';
import { formatInstant, formatTick } from '../../lib/format/time.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import type { HistoryPoint } from '../../lib/runs/history-points.ts';
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
  kind: 'run' | 'cooldown';
  text: string;
}

/**
 * A metric of one target over time: points with their uncertainty, a shape for each source, hollow where excluded or simulated, faulty
 * marks as crosses. A line joins those of one source, and neither gaps nor cool-downs.
 */
export function HistoryChart(props: {
  label: string;
  unit: string;
  points: readonly HistoryPoint[];
  timeZone: string;
  /** Bars at the foot, and lines where they begin. */
  marks?: readonly TimeMark[];
  /** Lines over the whole height, where cool-downs begin and end, and ticks at the foot, where runs began. */
  events?: readonly TimeEvent[];
}) {
  const { points, unit, timeZone, marks = [], events = [] } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const now = useNow(undefined);
  const values = points.flatMap(({ value, error }) =>
    value === null ? [] : [value - (error ?? 0), value + (error ?? 0)],
  );
  if (values.length === 0) return null;
  const bottom = height - margin.bottom;
  const y = makeAxis(values, [bottom, margin.top], false, 5);
  const left = leftOf(Math.max(...y.ticks.map((tick) => y.tickText(tick).length)));
  const right = Math.max(left + 1, width - margin.right);
  const times = points.map((point) => Date.parse(point.at));
  const start = Math.min(...times);
  const span = Math.max(...times) - start;
  const x = (time: number) =>
    span === 0 ? (left + right) / 2 : left + 12 + ((time - start) / span) * (right - left - 24);
  const tickCount = width < 480 ? 2 : 4;
  const timeTicks =
    span === 0 ? [start] : Array.from({ length: tickCount }, (_, index) => start + (span * index) / (tickCount - 1));

  return (
    <div className={styles.frame} ref={ref}>
      {width > 0 && (
        <svg className={styles.chart} width={width} height={height} role="img" aria-label={props.label}>
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
              return (
                <path
                  key={`${kind} ${at} ${text}`}
                  className={kind === 'cooldown' ? styles.median : styles.axis}
                  d={`M${place} ${kind === 'cooldown' ? margin.top : bottom - 6}V${bottom}`}
                >
                  <title>{text}</title>
                </path>
              );
            })}
          {joined(points, cutsOf(events)).map((own) => (
            <path
              key={`${own[0]?.source} ${own[0]?.at}`}
              className={styles.curve}
              strokeOpacity="0.45"
              d={own
                .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(Date.parse(point.at))} ${y.at(point.value ?? 0)}`)
                .join('')}
            />
          ))}
          {points.map((point, index) => (
            <Point
              // biome-ignore lint/suspicious/noArrayIndexKey: two values of one instant differ by their place alone
              key={index}
              point={point}
              x={x(Date.parse(point.at))}
              y={y.at}
              bottom={bottom}
              title={`${point.value === null ? 'faulty' : spellQuantity(point.value, point.error, unit)}, ${formatInstant(point.at, timeZone)}${point.source === undefined ? '' : `, ${point.source}`}${point.isExcluded ? ', excluded' : ''}`}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

const cutsOf = (events: readonly TimeEvent[]): string[] =>
  events.flatMap(({ at, kind }) => (kind === 'cooldown' ? [at] : []));

type Shape = (x: number, y: number) => string;
const disc: Shape = (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`;
/** What people set is square, what an import brought stands on its corner. */
const shapes: Record<string, Shape> = {
  manual: (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7z`,
  import: (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
};
const shapeOf = (source: string | undefined): Shape => shapes[source ?? ''] ?? disc;

/** The sources of a history with the shapes of their points, where there are several. */
export function SourceLegend({ points }: { points: readonly HistoryPoint[] }) {
  const sources = [...new Set(points.flatMap(({ source }) => source ?? []))].sort();
  if (sources.length < 2) return null;
  return (
    <ul className={styles.legend} aria-label="Sources">
      {sources.map((source) => (
        <li key={source}>
          <svg width="14" height="14" aria-hidden="true">
            <path className={source === 'simulator' ? styles.hollow : styles.dot} d={shapeOf(source)(7, 7)} />
          </svg>
          {source}
        </li>
      ))}
    </ul>
  );
}

function Point(props: { point: HistoryPoint; x: number; y: (value: number) => number; bottom: number; title: string }) {
  const { point, x, y } = props;
  if (point.value === null)
    return (
      <path className={styles.faulty} d={`M${x - 4} ${props.bottom - 8}l8 8m0-8l-8 8`}>
        <title>{props.title}</title>
      </path>
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
      <path
        className={point.isExcluded || point.source === 'simulator' ? styles.hollow : styles.dot}
        d={shapeOf(point.source)(x, y(point.value))}
      >
        <title>{props.title}</title>
      </path>
    </g>
  );
}
