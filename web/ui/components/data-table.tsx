import { memo, type ReactNode } from 'react';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  id: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  number?: boolean;
  wrap?: boolean;
  /** On a phone the column is left out of a table that keeps its columns, or has two lines a row. */
  detail?: boolean;
  /** Where a row has two lines the cell ends the first, at the edge that a thumb reaches. */
  corner?: boolean;
  /** Where a row has two lines the cell is cut at the end of its line. */
  cut?: boolean;
  /** The column can be sorted by. */
  sortable?: boolean;
}

/** A sort order as the URL holds it: a column's id, with `-` before it for descending. */
const nextSort = (current: string | undefined, column: string): string => (current === column ? `-${column}` : column);

/**
 * A table with sticky heads that scrolls inside its own frame; the first column is the row head. In a narrow frame the
 * cells are stacked, each with the name of its column, and nothing scrolls sideways.
 */
export function DataTable<R>(props: {
  label: string;
  columns: Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  selectedKey?: string | undefined;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  tall?: boolean;
  bare?: boolean;
  /** Keeps the columns side by side in a narrow frame, such as two sides of a comparison. */
  keepColumns?: boolean;
  /** In a narrow frame a row is two lines: its name and the next cell, then the others, which say by themselves what they are. */
  compact?: boolean;
  /** Cells depend on their row alone, not on a clock either: rows that are the same object are not drawn again. */
  pure?: boolean;
}) {
  const Line = props.pure ? PureRow : Row;
  return (
    <section
      className={classNames(styles.scroll, props.tall && styles.tall, props.bare && styles.bare)}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
      tabIndex={0}
    >
      <table
        className={classNames(
          styles.table,
          props.keepColumns ? styles.columns : styles.stacked,
          props.compact && styles.compact,
        )}
      >
        <thead>
          <tr>
            {props.columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => {
            const key = props.rowKey(row);
            return <Line key={key} row={row} columns={props.columns} isSelected={key === props.selectedKey} />;
          })}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps<R> {
  row: R;
  columns: readonly Column<R>[];
  isSelected: boolean;
}

function Row<R>({ row, columns, isSelected }: RowProps<R>) {
  return (
    <tr className={isSelected ? styles.selected : undefined}>
      {columns.map((column, index) => {
        const className = cellClass(column);
        return index === 0 ? (
          <th key={column.id} scope="row" className={className}>
            {shown(column.cell(row))}
          </th>
        ) : (
          <td key={column.id} className={className} data-title={nameOf(column)}>
            {shown(column.cell(row))}
          </td>
        );
      })}
    </tr>
  );
}

/** The label of a cell in a stacked row. */
const nameOf = <R,>({ title }: Column<R>): string | undefined => (typeof title === 'string' ? title : undefined);

const PureRow = memo(Row) as typeof Row;

const cellClass = <Row,>(column: Column<Row>): string =>
  classNames(
    column.number && styles.number,
    column.wrap && styles.wrap,
    column.detail && styles.detail,
    column.corner && styles.corner,
    column.cut && styles.cut,
  );

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const direction = sort === column.id ? 'ascending' : sort === `-${column.id}` ? 'descending' : undefined;
  const isSortable = column.sortable && onSort !== undefined;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={direction} data-sortable={isSortable || undefined}>
      {isSortable ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.id))}>
          {column.title}
          <span aria-hidden="true">{direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}</span>
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

/** The text of a cell, with marks for invisible characters (rule ID-10). */
const shown = (cell: ReactNode): ReactNode => (typeof cell === 'string' ? visibleText(cell) : cell);
