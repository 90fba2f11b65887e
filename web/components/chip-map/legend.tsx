import { useId } from 'react';
import { formatStatistic, type MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { formatQuantity } from '#shared/domain/metrics/cell/quantity.ts';
import { isMostlyStale, layerStamps } from '../../lib/map/layer-stamps.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { measuredOnlyText } from '../../lib/metrics/measured-only.ts';
import mapStyles from './chip-map.module.css';
import styles from './legend.module.css';
import { MapPatterns } from './patterns.tsx';

const stops = Array.from({ length: 11 }, (_, index) => index / 10);

/** The colours of a layer: dark to bright, median and target, clipped ends, and which side is better. */
export function MapLegend({ layer }: { layer: MapLayer }) {
  const id = useId().replace(/[^\w-]/g, '');
  const { display, scale } = layer;
  const stamps = layerStamps(layer.cells, display);
  const unit = display.unit ? ` (${display.unit}${scale?.isLog ? ', log' : ''})` : '';
  if (!scale)
    return (
      <div className={styles.legend}>
        <div className={styles.title}>
          <strong>{display.title}</strong>
        </div>
        <div className={styles.ends}>no values</div>
      </div>
    );
  const lowerIsBetter = display.better === 'lower';
  const [left, right] = lowerIsBetter ? [scale.high, scale.low] : [scale.low, scale.high];
  const [clippedLeft, clippedRight] = lowerIsBetter ? [scale.above, scale.below] : [scale.below, scale.above];
  const [beyondLeft, beyondRight] = lowerIsBetter ? ['≥', '≤'] : ['≤', '≥'];
  const percent = (value: number) => `${scale.position(value) * 100}%`;
  return (
    <div className={styles.legend}>
      <div className={styles.title}>
        <strong>
          {display.title}
          {unit}
        </strong>
        <span>{display.better === 'neither' ? '' : 'better →'}</span>
      </div>
      <svg className={styles.bar} role="img" aria-label={`Colour scale of ${display.title}`}>
        <defs>
          <linearGradient id={id}>
            {stops.map((stop) => (
              <stop key={stop} offset={stop} stopColor={scale.fill(valueAt(scale, lowerIsBetter ? 1 - stop : stop))} />
            ))}
          </linearGradient>
        </defs>
        <rect className={styles.ramp} y="5" width="100%" height="10" rx="2" fill={`url(#${id})`} />
        <line className={styles.tick} x1={percent(scale.median)} x2={percent(scale.median)} y1="1" y2="19" />
        {display.goal !== undefined && (
          <line className={styles.goal} x1={percent(display.goal)} x2={percent(display.goal)} y1="1" y2="19" />
        )}
      </svg>
      <div className={styles.ends}>
        <End display={display} value={left} clipped={clippedLeft} beyond={beyondLeft} />
        <span>
          median {short(display, scale.median)}
          {display.goal !== undefined && `, goal ${formatQuantity(display.goal, null, '')}`}
        </span>
        <End display={display} value={right} clipped={clippedRight} beyond={beyondRight} />
      </div>
      {stamps.map((stamp) => (
        <p key={stamp} className={styles.stamp}>
          {stamp}
        </p>
      ))}
      {layer.figures.start && <p className={styles.start}>Cells show the digits after {layer.figures.start}..</p>}
    </div>
  );
}

function valueAt(scale: NonNullable<MapLayer['scale']>, share: number): number {
  return scale.isLog ? scale.low * (scale.high / scale.low) ** share : scale.low + (scale.high - scale.low) * share;
}

/** Without its unit, which the title has: a legend is one line. */
const short = ({ better }: MetricDisplay, value: number): string => formatStatistic({ better, unit: '' }, value);

/** The value at an end, and how many are beyond it. */
function End(props: { display: MetricDisplay; value: number; clipped: number; beyond: string | undefined }) {
  const text = short(props.display, props.value);
  if (props.clipped === 0) return <span>{text}</span>;
  return (
    <span>
      {props.beyond} {text} ({props.clipped}
      <span className={styles.word}> beyond</span>)
    </span>
  );
}

/** What the drawn states mean; where most are stale, the fresh ones have the mark. */
export function StateKeys({ layer }: { layer: MapLayer | undefined }) {
  const hasDots = layer !== undefined && isMostlyStale(layer.cells);
  const id = useId().replace(/[^\w-]/g, '');
  // Not a colour of any ramp: these marks are the same on all.
  const fill = 'rgb(124, 123, 120)';
  return (
    <ul className={styles.keys} aria-label="Drawn states">
      {(['fresh', 'stale', 'faulty', 'missing'] as const).map((state) => (
        <li key={state}>
          <svg width="16" height="16" aria-hidden="true">
            <MapPatterns id={`${id}-${state}`} />
            <g className={mapStyles.cell} data-state={state}>
              <rect
                className={mapStyles.shape}
                x="1"
                y="1"
                width="14"
                height="14"
                rx="2"
                fill={state === 'fresh' || state === 'stale' ? fill : `url(#${id}-${state}-${state})`}
              />
              {state === 'fresh' && hasDots && <circle cx="4.5" cy="11.5" r="2" fill="#ffffff" />}
              {state === 'stale' && !hasDots && (
                <rect
                  x="3"
                  y="3"
                  width="10"
                  height="10"
                  fill="none"
                  stroke={`url(#${id}-stale-stale-light)`}
                  strokeWidth="4"
                />
              )}
              {state === 'faulty' && <path className={mapStyles.cross} d="M4.5 4.5l7 7m0-7l-7 7" />}
            </g>
          </svg>
          {state}
        </li>
      ))}
      <li>
        <svg width="16" height="16" aria-hidden="true">
          <rect className={mapStyles.shape} x="1" y="1" width="14" height="14" rx="2" fill={fill} />
          <path className={mapStyles.noted} d="M6 1h9v9Z" />
        </svg>
        noted
      </li>
      <li>
        <svg width="16" height="16" aria-hidden="true">
          <rect className={mapStyles.shape} x="1" y="1" width="14" height="14" rx="2" fill={fill} />
          <path className={mapStyles.simulated} d="M4 4h8v8h-8Z" stroke="#ffffff" />
        </svg>
        simulated
      </li>
      <li>
        <svg width="16" height="16" aria-hidden="true">
          <rect x="1" y="1" width="14" height="14" rx="2" fill="none" stroke="var(--warn)" strokeWidth="1.6" />
          <path className={mapStyles.held} d="M0.5 4a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1 -7 0Z" />
        </svg>
        held
      </li>
      <li>
        <svg width="16" height="16" aria-hidden="true">
          <rect className={mapStyles.shape} x="1" y="1" width="14" height="14" rx="2" fill={fill} />
          <path className={mapStyles.measured} d="M0.7 4a3.3 3.3 0 1 1 6.6 0a3.3 3.3 0 1 1 -6.6 0Z" />
        </svg>
        {measuredOnlyText}
      </li>
    </ul>
  );
}
