import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import type { Ramp } from '#shared/values/rules/colours/ramp.ts';
import { makeAxis } from '../../ui/components/charts/axis.ts';
import charts from '../../ui/components/charts/chart.module.css';
import { Card } from '../../ui/components/page.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import type { Run } from '../../ui/lib/api/wire.ts';
import { useWidth } from '../../ui/lib/hooks/use-width.ts';
import { useMapColours } from '../../values/lib/look/map-colours.ts';
import { axisText, type LiveTrace, linesOf, type TraceLine } from '../lib/live-trace.ts';
import { taskTargetLabel } from '../lib/task-target.ts';
import styles from './live-trace.module.css';

const height = 220;
const margin = { top: 22, right: 12, bottom: 36 };

/** The points of the task that the worker of a run measures (rule RUNPAGE-6); the card keeps its height until the run ends. */
export function LiveTraceCard({ run }: { run: Run }) {
  const trace = run.live_trace;
  const lines = trace ? linesOf(trace) : [];
  const isDrawn = lines.some(({ points }) => points.length > 0);
  return (
    <Card title="Measuring now" note={trace && <ClockTime at={trace.at} />}>
      <div className={styles.room}>
        {trace && (
          <p>
            {trace.task} on {targetOf(trace)}
            {trace.attempt > 0 && `, attempt ${trace.attempt}`}
          </p>
        )}
        {trace && isDrawn ? (
          <TraceChart trace={trace} lines={lines} />
        ) : (
          <p className={styles.none}>{trace ? 'No points yet' : 'The worker sends no points at the moment'}</p>
        )}
      </div>
    </Card>
  );
}

const targetOf = ({ mux_id: mux, qid }: LiveTrace): string =>
  mux === null ? taskTargetLabel(qid ?? '') : `mux ${mux}`;

/** Lines use the part of the ramp that has a contrast of 3 : 1 with the page in both themes. */
const colourOf = (ramp: Ramp, n: number, count: number): string => ramp(count < 2 ? 0.25 : (0.55 * n) / (count - 1));

function TraceChart({ trace, lines }: { trace: LiveTrace; lines: readonly TraceLine[] }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const { judged } = useMapColours();
  const all = lines.flatMap(({ points }) => points);
  const y = makeAxis(
    all.map((point) => point.y),
    [height - margin.bottom, margin.top],
    false,
    4,
  );
  const left = Math.max(44, 16 + 7 * Math.max(...y.ticks.map((tick) => y.tickText(tick).length)));
  const right = Math.max(left + 1, width - margin.right);
  const x = makeAxis(
    all.map((point) => point.x),
    [left, right],
    false,
    width < 480 ? 3 : 6,
  );
  const drawn = lines.map((line, n) => ({ ...line, colour: colourOf(judged, n, lines.length), isDashed: n % 2 === 1 }));
  const [xText, yText] = [axisText(trace.x, 'x'), axisText(trace.y, 'y')];
  return (
    <>
      <div className={charts.frame} ref={ref}>
        {width > 0 && (
          <svg
            className={charts.chart}
            width={width}
            height={height}
            role="img"
            aria-label={`Live points of ${trace.task} on ${targetOf(trace)}: ${yText} over ${xText}, ${all.length} points`}
          >
            {y.ticks.map((tick) => (
              <g key={tick}>
                <line className={charts.grid} x1={left} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
                <text x={left - 8} y={y.at(tick) + 4} textAnchor="end">
                  {y.tickText(tick)}
                </text>
              </g>
            ))}
            {x.ticks.map((tick) => (
              <text key={tick} x={x.at(tick)} y={height - margin.bottom + 16} textAnchor="middle">
                {x.tickText(tick)}
              </text>
            ))}
            <text className={charts.strong} x={2} y={10}>
              {yText}
            </text>
            <text className={charts.strong} x={right} y={height - 4} textAnchor="end">
              {xText}
            </text>
            {drawn.map(({ target, points, colour, isDashed }) => (
              <g key={target} data-line={target} stroke={colour} fill={colour}>
                <path
                  className={styles.line}
                  strokeDasharray={isDashed ? '5 3' : undefined}
                  d={points.map((point, n) => `${n === 0 ? 'M' : 'L'}${x.at(point.x)} ${y.at(point.y)}`).join('')}
                />
                {points.map((point, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: points have no name but their place
                  <circle key={n} cx={x.at(point.x)} cy={y.at(point.y)} r="2.5">
                    <title>{`${taskTargetLabel(target)}: ${formatSignificant(point.x, 4)}, ${formatSignificant(point.y, 4)}`}</title>
                  </circle>
                ))}
              </g>
            ))}
          </svg>
        )}
      </div>
      <ul className={charts.legend} aria-label="Lines">
        {trace.mux_id !== null &&
          drawn.map(({ target, colour, isDashed }) => (
            <li key={target}>
              <svg width="20" height="14" aria-hidden="true">
                <path
                  className={styles.line}
                  stroke={colour}
                  strokeDasharray={isDashed ? '5 3' : undefined}
                  d="M0 7h20"
                />
              </svg>
              {taskTargetLabel(target)}
            </li>
          ))}
      </ul>
    </>
  );
}
