import { useId } from 'react';
import { formatStatistic, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import { useIsDark } from '../../../values/lib/look/is-dark.ts';
import { measuredOnlyText } from '../../../values/lib/metrics/listed-metrics.ts';
import { inkOn, rimOf } from '../../lib/map/color-scale.ts';
import { isMostlyStale, layerStamps } from '../../lib/map/layer-stamps.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import type { DrawnCell } from './layer.ts';
import styles from './legend.module.css';
import { MapPatterns } from './patterns.tsx';
import { PiecePath } from './piece-path.tsx';
import { cellPieces } from './pieces.ts';
import { cellGeometries } from './shapes.ts';

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
  const isDark = useIsDark();
  const filled = { fill: keyFill, rim: rimOf(keyFill, isDark), ink: inkOn(keyFill) };
  const keys: [string, Partial<DrawnCell>][] = [
    ['fresh', { ...filled, marks: hasDots ? ['fresh'] : [] }],
    ['stale', { ...filled, state: 'stale', marks: hasDots ? [] : ['stale'] }],
    ['faulty', { state: 'faulty', marks: ['faulty'] }],
    ['missing', { state: 'missing' }],
    ['noted', { ...filled, marks: ['noted'] }],
    ['simulated', { ...filled, marks: ['simulated'] }],
    ['held', { isHollow: true, marks: ['held'] }],
    [measuredOnlyText, { ...filled, marks: ['measured'] }],
  ];
  return (
    <ul className={styles.keys} aria-label="Drawn states">
      {keys.map(([name, cell], n) => (
        <li key={name}>
          <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
            <MapPatterns id={`${id}-${n}`} />
            {cellPieces({ ...plainKey, ...cell }, keyGeometry, notEmphasized).map((piece) => (
              <PiecePath key={`${piece.path} ${piece.width}`} piece={piece} drawing={`${id}-${n}`} />
            ))}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Not a colour of any ramp: these marks are the same on all. */
const keyFill = 'rgb(124, 123, 120)';
const plainKey: DrawnCell = {
  point: { id: '', x: 0, y: 0 },
  index: 0,
  kind: 'qubit',
  along: undefined,
  state: 'fresh',
  isHollow: false,
  fill: undefined,
  rim: '',
  ink: '',
  marks: [],
  figure: '',
  caption: '',
};
const keyGeometry = cellGeometries('line', { pitch: 18, qubit: 14, coupling: 4, width: 18, height: 18 })(plainKey);
const notEmphasized = { isSelected: false, isTicked: false, isFocused: false };
