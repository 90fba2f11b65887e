import type { FocusEvent, KeyboardEvent } from 'react';
import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import type { DrawnCell } from './layer.ts';
import type { Emphasis } from './pieces.ts';

/** The cells of the layer that the keyboard walks, as a grid: one tab stop, by either drawing (rule MAP-9). */
export interface GridOfCells {
  /** Begins the ids of its cells. */
  id: string;
  kind: LatticeKind;
  /** Indices of cells by rows from the top. */
  rows: readonly (readonly number[])[];
  labels: readonly string[];
  tabStop: number;
}

/** What makes an element the grid. */
export interface GridProps {
  role: 'grid';
  'aria-label': string;
  'aria-rowcount': number;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

export const cellIdOf = (grid: string, kind: LatticeKind, index: number): string => `${grid}-${kind}-${index}`;

/** What makes an element a cell of the grid. */
export interface GridCell {
  id: string;
  label: string;
  column: number;
  isTabStop: boolean;
}

export const gridCellOf = (grid: GridOfCells, index: number, column: number): GridCell => ({
  id: cellIdOf(grid.id, grid.kind, index),
  label: grid.labels[index] ?? '',
  column: column + 1,
  isTabStop: index === grid.tabStop,
});

export const gridCellProps = ({ id, label, column, isTabStop }: GridCell, { isSelected, isTicked }: Emphasis) => ({
  id,
  role: 'gridcell',
  tabIndex: isTabStop ? 0 : -1,
  'aria-label': label,
  'aria-colindex': column,
  'aria-selected': isSelected || isTicked,
});

/** Which cell an element is. */
export const cellData = ({ kind, index, state, isHollow }: DrawnCell, isTicked: boolean) => ({
  'data-kind': kind,
  'data-index': index,
  'data-state': isHollow ? 'held' : state,
  'data-ticked': isTicked || undefined,
});
