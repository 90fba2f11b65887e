import { memo } from 'react';
import type { MapCell } from '../../lib/metrics/cells.ts';
import styles from './chip-map.module.css';

/** Everything that one drawn cell depends on, as plain values, so that a cell that stays the same is not drawn again. */
export interface CellShapeProps {
  /** DOM id, by which the focus finds it. */
  id: string;
  index: number;
  kind: 'qubit' | 'coupling';
  path: string;
  x: number;
  y: number;
  state: MapCell['state'];
  /** It shows a held value, without a colour. */
  isHollow: boolean;
  fill: string | undefined;
  ink: string;
  /** Ids of the patterns are this, with `-stale-…` and `-missing` after it. */
  patterns: string;
  /** Half the size of a faulty cell's cross. */
  cross: number;
  /** The dotted edge of a simulated cell; undefined for others. */
  inner: string | undefined;
  /** The dot of a cell of which a value is held; undefined for others. */
  held: string | undefined;
  /** The ring of a cell of which a value is measured and not accepted; undefined for others. */
  measured: string | undefined;
  /** The hatch of a stale cell: the middle of a qubit's frame, the outline of a coupling; undefined for others. */
  stale: string | undefined;
  /** The dot of a fresh cell where most are stale; undefined for others. */
  fresh: string | undefined;
  /** The mark of a noted cell; undefined for others. */
  mark: string | undefined;
  /** The cell belongs to the layer that the keyboard walks. */
  inGrid: boolean;
  label: string | undefined;
  column: number | undefined;
  isTabStop: boolean;
  isSelected: boolean;
  isTicked: boolean;
}

/** One qubit or coupling of a map: its colour, with a hatched frame when stale, crossed when faulty, an outline when missing. */
export const MapCellShape = memo(function MapCellShape(props: CellShapeProps) {
  const { state, fill, patterns } = props;
  const grid = props.inGrid
    ? {
        id: props.id,
        role: 'gridcell',
        tabIndex: props.isTabStop ? 0 : -1,
        'aria-label': props.label,
        'aria-colindex': props.column,
        'aria-selected': props.isSelected || props.isTicked,
      }
    : {};
  return (
    <g
      className={styles.cell}
      data-kind={props.kind}
      data-index={props.index}
      data-state={props.isHollow ? 'held' : state}
      data-ticked={props.isTicked || undefined}
      {...grid}
    >
      <path
        className={styles.shape}
        d={props.path}
        color={fill}
        fill={props.isHollow ? 'none' : (fill ?? `url(#${patterns}-${state})`)}
      />
      {props.stale && <StaleHatch {...props} d={props.stale} />}
      {state === 'faulty' && !props.isHollow && (
        <path
          className={styles.cross}
          d={`M${props.x - props.cross} ${props.y - props.cross}l${2 * props.cross} ${2 * props.cross}m0 ${-2 * props.cross}l${-2 * props.cross} ${2 * props.cross}`}
        />
      )}
      {props.inner && <path className={styles.simulated} d={props.inner} stroke={props.ink || 'currentColor'} />}
      {props.fresh && <path className={styles.fresh} d={props.fresh} fill={props.ink} />}
      {props.held && <path className={styles.held} d={props.held} />}
      {props.measured && <path className={styles.measured} d={props.measured} />}
      {props.mark && <path className={styles.noted} d={props.mark} />}
    </g>
  );
});

/** A frame around the digits of a qubit, which it leaves clean; a coupling has none, and is hatched as a whole. */
function StaleHatch({ d, kind, patterns, ink }: Pick<CellShapeProps, 'kind' | 'patterns' | 'ink'> & { d: string }) {
  const pattern = `url(#${patterns}-stale-${ink === '#ffffff' ? 'light' : 'dark'})`;
  return kind === 'qubit' ? (
    <path className={styles.hatch} d={d} fill="none" stroke={pattern} strokeWidth="4" />
  ) : (
    <path className={styles.hatch} d={d} fill={pattern} />
  );
}
