import type { TaskStatus } from '#shared/runs/rules/statuses.ts';
import { compareTargets } from '../../chips/lib/map/target-order.ts';

/** A task of a run as its matrix needs it. */
export interface MatrixTask {
  task_id: string;
  name: string;
  /** Qubit or coupling id; empty for a task of the whole chip. */
  qid: string;
  status: TaskStatus;
  excluded?: boolean;
}

/** One column: a task name, and which time it runs on a target where it runs more than once. */
export interface MatrixColumn {
  key: string;
  name: string;
  /** 1 for the first time. */
  occurrence: number;
  /** The name, with its occurrence if several columns have the same name. */
  title: string;
}

/** One row: a target with its task of each column; undefined where it has none. */
export interface MatrixRow<T extends MatrixTask> {
  target: string;
  cells: (T | undefined)[];
}

/** The tasks of a run by target and task. */
export interface TaskMatrix<T extends MatrixTask> {
  columns: MatrixColumn[];
  rows: MatrixRow<T>[];
}

/**
 * Lays the tasks of a run out: a row a target (tasks of the whole chip first, then qubits and couplings as people
 * count), a column a task in the order in which the run takes them. A task that runs twice on a target has two columns.
 * @param tasks in the order of the run
 */
export function layoutMatrix<T extends MatrixTask>(tasks: readonly T[]): TaskMatrix<T> {
  const columns = new Map<string, { name: string; occurrence: number }>();
  const byTarget = new Map<string, Map<string, T>>();
  for (const task of tasks) {
    const cells = byTarget.get(task.qid) ?? new Map<string, T>();
    byTarget.set(task.qid, cells);
    let occurrence = 1;
    while (cells.has(keyOf(task.name, occurrence))) occurrence += 1;
    const key = keyOf(task.name, occurrence);
    cells.set(key, task);
    if (!columns.has(key)) columns.set(key, { name: task.name, occurrence });
  }
  const repeated = new Set([...columns.values()].filter((one) => one.occurrence > 1).map((one) => one.name));
  const keys = [...columns.keys()];
  return {
    columns: [...columns].map(([key, { name, occurrence }]) => ({
      key,
      name,
      occurrence,
      title: repeated.has(name) ? `${name} ${occurrence}` : name,
    })),
    rows: [...byTarget]
      .sort(([a], [b]) => compareRows(a, b))
      .map(([target, cells]) => ({ target, cells: keys.map((key) => cells.get(key)) })),
  };
}

/** The same with the targets first on which something failed, the most failures before all. */
export function failuresFirst<T extends MatrixTask>({ columns, rows }: TaskMatrix<T>): TaskMatrix<T> {
  const failures = ({ cells }: MatrixRow<T>) => cells.filter((cell) => cell?.status === 'failed').length;
  return { columns, rows: rows.toSorted((a, b) => failures(b) - failures(a)) };
}

const keyOf = (name: string, occurrence: number): string => `${name} ${occurrence}`;

/** Qubits before couplings, the whole chip before both. */
function compareRows(a: string, b: string): number {
  const rank = (target: string) => (target === '' ? 0 : target.includes('-') ? 2 : 1);
  return rank(a) - rank(b) || compareTargets(a, b);
}

/** A cell's place in a matrix. */
export interface MatrixPosition {
  row: number;
  column: number;
}

/**
 * Where a key moves the focus in a matrix: arrows by one, Home and End to the ends of the row, with Ctrl to the first
 * and last cell; the same place at the edge, undefined for other keys.
 */
export function movePosition(
  position: MatrixPosition,
  size: { rows: number; columns: number },
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): MatrixPosition | undefined {
  const { row, column } = position;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  switch (key) {
    case 'ArrowRight':
      return { row, column: Math.min(lastColumn, column + 1) };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowDown':
      return { row: Math.min(lastRow, row + 1), column };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrlKey ? lastRow : row, column: lastColumn };
    default:
      return undefined;
  }
}
