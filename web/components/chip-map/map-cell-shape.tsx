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
  /** The mark of a noted cell; undefined for others. */
  mark: string | undefined;
  /** The cell belongs to the layer that the keyboard walks. */
  inGrid: boolean;
  label: string | undefined;
  column: number | undefined;
  isTabStop: boolean;
  isSelected: boolean;
}

/** One qubit or coupling of a map: its colour, hatched when stale, crossed when faulty, an outline when missing. */
export const MapCellShape = memo(function MapCellShape(props: CellShapeProps) {
  const { state, fill, patterns } = props;
  const grid = props.inGrid
    ? {
        id: props.id,
        role: 'gridcell',
        tabIndex: props.isTabStop ? 0 : -1,
        'aria-label': props.label,
        'aria-colindex': props.column,
        'aria-selected': props.isSelected,
      }
    : {};
  return (
    <g className={styles.cell} data-kind={props.kind} data-index={props.index} data-state={state} {...grid}>
      <path className={styles.shape} d={props.path} color={fill} fill={fill ?? `url(#${patterns}-${state})`} />
      {state === 'stale' && fill && (
        <path
          className={styles.hatch}
          d={props.path}
          fill={`url(#${patterns}-stale-${props.ink === '#ffffff' ? 'light' : 'dark'})`}
        />
      )}
      {state === 'faulty' && (
        <path
          className={styles.cross}
          d={`M${props.x - props.cross} ${props.y - props.cross}l${2 * props.cross} ${2 * props.cross}m0 ${-2 * props.cross}l${-2 * props.cross} ${2 * props.cross}`}
        />
      )}
      {props.inner && <path className={styles.simulated} d={props.inner} stroke={props.ink || 'currentColor'} />}
      {props.held && <path className={styles.held} d={props.held} />}
      {props.mark && <path className={styles.noted} d={props.mark} />}
    </g>
  );
});
