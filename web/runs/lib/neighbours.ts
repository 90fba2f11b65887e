import { compareTargets } from '../../chips/lib/map/target-order.ts';
import { layoutMatrix, type MatrixTask } from './task-matrix.ts';

/** The same task on the targets before and after, in a run. */
export interface Neighbours<T> {
  previous: T | undefined;
  next: T | undefined;
  /** From 1, among the targets that run the task. */
  position: number;
  count: number;
}

/** Finds a task's neighbours in its run: the same column of its matrix, by target; undefined for a task of another run. */
export function neighboursOf<T extends MatrixTask>(tasks: readonly T[], taskId: string): Neighbours<T> | undefined {
  const { rows } = layoutMatrix(tasks);
  const column = rows.map((row) => row.cells.findIndex((task) => task?.task_id === taskId)).find((index) => index >= 0);
  if (column === undefined) return undefined;
  const same = rows.flatMap((row) => row.cells[column] ?? []).sort((a, b) => compareTargets(a.qid, b.qid));
  const index = same.findIndex((task) => task.task_id === taskId);
  return { previous: same[index - 1], next: same[index + 1], position: index + 1, count: same.length };
}
