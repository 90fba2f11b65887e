import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import { TASK_STATUSES, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import {
  type MatrixColumn,
  type MatrixPosition,
  type MatrixRow,
  type MatrixTask,
  movePosition,
  type TaskMatrix,
} from '../lib/task-matrix.ts';
import { taskTargetLabel } from '../lib/task-target.ts';
import look from './task-look.module.css';
import styles from './task-matrix.module.css';

/**
 * The tasks of a run as a grid of targets and tasks, each status told by tone, pattern and sign. One tab stop, arrow
 * keys walk, Enter opens the task (rule MAP-9).
 */
export function TaskMatrixGrid<T extends MatrixTask>(props: {
  label: string;
  matrix: TaskMatrix<T>;
  onOpen: (task: T) => void;
}) {
  const { columns, rows } = props.matrix;
  const table = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState<MatrixPosition>({ row: 0, column: 0 });
  const position = { row: Math.min(stop.row, rows.length - 1), column: Math.min(stop.column, columns.length - 1) };
  const open = ({ row, column }: MatrixPosition) => {
    const task = rows[row]?.cells[column];
    if (task) props.onOpen(task);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') open(position);
    else {
      const next = movePosition(position, { rows: rows.length, columns: columns.length }, event);
      if (!next) return;
      setStop(next);
      cellAt(table.current, next)?.focus();
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const clicked = positionOf(event.target);
    if (!clicked) return;
    setStop(clicked);
    open(clicked);
  };
  return (
    <div>
      <div className={styles.scroll}>
        <table
          ref={table}
          className={styles.matrix}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the arrow keys walk
          role="grid"
          aria-label={props.label}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <thead>
            <tr>
              <th scope="col">Target</th>
              {columns.map((column) => (
                <th key={column.key} scope="col" title={column.title}>
                  <div className={styles.title}>{column.title}</div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row
                key={row.target}
                row={row}
                index={index}
                columns={columns}
                stop={position.row === index ? position.column : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Key
        statuses={TASK_STATUSES.filter(
          (status) => usual.has(status) || rows.some((row) => row.cells.some((c) => c?.status === status)),
        )}
      />
    </div>
  );
}

interface RowProps {
  row: MatrixRow<MatrixTask>;
  index: number;
  columns: readonly MatrixColumn[];
  /** Column of the tab stop, where it is in this row. */
  stop: number | undefined;
}

/** A run of thousands of tasks is drawn again every second or two: rows in which nothing changed are left alone. */
const Row = memo(function Row({ row, index, columns, stop }: RowProps) {
  const label = taskTargetLabel(row.target);
  return (
    <tr>
      <th scope="row">{label}</th>
      {columns.map((column, position) => {
        const task = row.cells[position];
        const text = `${label} ${column.title}: ${task?.status ?? 'not part of the run'}${task?.excluded ? ', excluded' : ''}`;
        return (
          <td
            key={column.key}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above
            role="gridcell"
            tabIndex={position === stop ? 0 : -1}
            data-place={`${index} ${position}`}
            data-status={task?.status}
            className={
              task ? classNames(look.look, look.signed, styles.cell, task.excluded && styles.excluded) : styles.none
            }
            aria-label={text}
            title={text}
          />
        );
      })}
    </tr>
  );
}, sameRow);

function sameRow(before: RowProps, after: RowProps): boolean {
  return (
    before.stop === after.stop &&
    before.index === after.index &&
    before.columns.length === after.columns.length &&
    before.columns.every((column, position) => column.title === after.columns[position]?.title) &&
    before.row.cells.every((cell, position) => {
      const next = after.row.cells[position];
      return cell?.status === next?.status && cell?.excluded === next?.excluded;
    })
  );
}

/** Signs that are explained from the start, so that nothing moves when the first task gets there. */
const usual: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['scheduled', 'running', 'completed', 'failed', 'skipped']);

function Key({ statuses }: { statuses: readonly TaskStatus[] }) {
  return (
    <ul className={styles.key} aria-label="Legend of the matrix">
      {statuses.map((status) => (
        <li key={status}>
          <span className={classNames(look.look, look.signed, styles.sample)} data-status={status} aria-hidden="true" />
          {status}
        </li>
      ))}
    </ul>
  );
}

const cellAt = (table: HTMLElement | null, { row, column }: MatrixPosition) =>
  table?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`);

function positionOf(target: EventTarget): MatrixPosition | undefined {
  const text = target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined;
  const [row, column] = text?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}
