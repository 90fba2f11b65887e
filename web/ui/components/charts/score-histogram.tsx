import { type KeyboardEvent, useId, useState } from 'react';
import { useWidth } from '../../lib/hooks/use-width.ts';
import { makeAxis } from './axis.ts';
import styles from './chart.module.css';

/** One bar: the scores from one whole number of standard deviations to the next. */
interface Bar {
  /** Not finite at the open end of an outer bar. */
  from: number;
  to: number;
  count: number;
  expected: number;
  fill: string;
  /** The content of the bar, read out on focus and shown on hover. */
  content: string;
  isChosen: boolean;
}

const height = 190;
const margin = { top: 12, right: 10, bottom: 34, left: 38 };

/**
 * How often each score occurs, with the expectation from chance alone (a line). One tab stop: arrow keys, Home and End
 * move along the bars, and Enter or Space selects a bar, as a click does (rule SHIFT-2).
 */
export function ScoreHistogram(props: {
  label: string;
  bars: readonly Bar[];
  ends: readonly [string, string];
  tickText: (z: number) => string;
  onChoose: (bar: number) => void;
}) {
  const { bars } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const id = useId();
  const [active, setActive] = useState(Math.floor(bars.length / 2));
  const [isShown, setIsShown] = useState(false);
  const right = Math.max(margin.left + 1, width - margin.right);
  const bottom = height - margin.bottom;
  const step = (right - margin.left) / Math.max(1, bars.length);
  const y = makeAxis([0, ...bars.flatMap(({ count, expected }) => [count, expected])], [bottom, margin.top], false, 3);
  const first = (bars[0]?.to ?? 0) - 1;
  const x = (z: number) => margin.left + (z - first) * step;
  const ticks = bars.flatMap(({ to }) => (Number.isFinite(to) && [0, 3, 5, 10].includes(Math.abs(to)) ? [to] : []));
  const point = (bar: number) => {
    setActive(bar);
    setIsShown(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = bars.length - 1;
    const moves: Record<string, number> = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: last };
    const next = moves[event.key];
    if (next === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (next === undefined) props.onChoose(active);
    else point(Math.min(last, Math.max(0, next)));
  };
  return (
    <div className={styles.frame} ref={ref}>
      {width > 0 ? (
        <svg
          className={styles.chart}
          width={width}
          height={height}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a drawing whose bars are a list
          role="listbox"
          aria-multiselectable="true"
          aria-label={props.label}
          aria-activedescendant={`${id}-${active}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onFocus={() => setIsShown(true)}
          onBlur={() => setIsShown(false)}
          onPointerLeave={() => setIsShown(false)}
        >
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: texts are not focusable */}
          <g aria-hidden="true">
            {y.ticks.filter(Number.isInteger).map((tick) => (
              <g key={tick}>
                <line className={styles.grid} x1={margin.left} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
                <text x={margin.left - 6} y={y.at(tick) + 4} textAnchor="end">
                  {y.tickText(tick)}
                </text>
              </g>
            ))}
            {ticks.map((tick) => (
              <text key={tick} x={x(tick)} y={bottom + 14} textAnchor="middle">
                {props.tickText(tick)}
              </text>
            ))}
            <text x={margin.left} y={height - 4}>
              ← {props.ends[0]}
            </text>
            <text x={right} y={height - 4} textAnchor="end">
              {props.ends[1]} →
            </text>
          </g>
          {bars.map((bar, n) => (
            <g
              key={bar.to}
              id={`${id}-${n}`}
              role="option"
              aria-selected={bar.isChosen}
              aria-label={bar.content}
              onPointerEnter={() => point(n)}
              onPointerDown={() => props.onChoose(n)}
            >
              <rect
                x={margin.left + n * step}
                y={margin.top}
                width={step}
                height={bottom - margin.top}
                fill="none"
                pointerEvents="all"
              />
              <rect
                className={bar.isChosen ? styles.chosenBar : styles.countBar}
                x={margin.left + n * step + 1}
                y={y.at(bar.count)}
                width={Math.max(1, step - 2)}
                height={Math.max(0, bottom - y.at(bar.count))}
                fill={bar.fill}
              />
              {isShown && n === active && (
                <rect
                  className={styles.activeBar}
                  x={margin.left + n * step}
                  y={margin.top}
                  width={step}
                  height={bottom - margin.top}
                />
              )}
            </g>
          ))}
          <path className={styles.expected} d={expectedLine(bars, margin.left, step, y.at)} />
          <line className={styles.axis} x1={margin.left} x2={right} y1={bottom} y2={bottom} />
        </svg>
      ) : (
        <svg className={styles.chart} height={height} aria-hidden="true" />
      )}
      <p className={styles.readout}>
        {isShown
          ? bars[active]?.content
          : 'Point at a bar to see its changes, and press it to tick them. The line is chance alone.'}
      </p>
    </div>
  );
}

/** What chance alone would give, a step a bar. */
const expectedLine = (bars: readonly Bar[], left: number, step: number, y: (count: number) => number): string =>
  bars.map(({ expected }, n) => `${n === 0 ? 'M' : 'L'}${left + n * step} ${y(expected)}h${step}`).join('');
