import { isOpen, type TaskStatus } from './statuses.ts';

type Counts = Partial<Record<TaskStatus, number>>;

/** Tasks of a run by status, and those whose results are archived. */
interface CountedTasks {
  taskCounts: Counts;
  archivedTasks?: Counts | undefined;
}

/** How many tasks have yet to end. */
export const openTasks = (counts: Partial<Record<TaskStatus, number>>): number =>
  Object.entries(counts).reduce((sum, [status, count]) => sum + (isOpen(status as TaskStatus) ? (count ?? 0) : 0), 0);

/** The results of a run by status that are in the table: all but those that are archived (rule TASK-18). */
export const tasksInTable = ({ taskCounts, archivedTasks = {} }: CountedTasks): Counts =>
  Object.fromEntries(
    Object.entries(taskCounts).map(([status, count]) => [
      status,
      (count ?? 0) - (archivedTasks[status as TaskStatus] ?? 0),
    ]),
  );

export const allTasks = (counts: Partial<Record<TaskStatus, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);

/** Seconds from start to end, not below 0: the clocks of a lab's computers differ. */
export const elapsedSeconds = (startAt: string, endAt: string): number =>
  Math.max(0, (Date.parse(endAt) - Date.parse(startAt)) / 1000);
