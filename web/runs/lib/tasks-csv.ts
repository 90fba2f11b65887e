import type { CsvField } from '#shared/devices/rules/export/csv.ts';
import type { RunTask, TaskResult } from '../../ui/lib/api/wire.ts';
import { tileOf } from '../../values/lib/wall/tiles.ts';
import { wallCsv } from '../../values/lib/wall/wall-csv.ts';

/** Tasks of a run as rows of a file, heads first: times in UTC, durations in seconds. */
export const tasksCsv = (tasks: readonly RunTask[]): CsvField[][] => [
  ['target', 'task', 'status', 'excluded', 'message', 'start_at', 'end_at', 'elapsed_s', 'task_id'],
  ...tasks.map((task) => [
    ...[task.qid, task.name, task.status, String(task.excluded === true), task.message],
    ...[task.start_at, task.end_at, task.elapsed_seconds, task.task_id],
  ]),
];

/** What one task of a run measured, a row for each target on which it ended. */
export const measuredCsv = (task: string, run: string, results: readonly RunTask[]): CsvField[][] =>
  wallCsv(
    task,
    results.flatMap((one) => tileOf(one.qid, one, run) ?? []),
  );

/** What one task measured on a target over time, a row for each result. */
export const historyCsv = (task: string, target: string, results: readonly TaskResult[]): CsvField[][] =>
  wallCsv(
    task,
    results.flatMap((one) => tileOf(target, one) ?? []),
  );
