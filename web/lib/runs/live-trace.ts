import { isOpen } from '#shared/domain/runs/statuses.ts';
import type { Run, RunTask } from '../api/wire.ts';

export type LiveTrace = NonNullable<Run['live_trace']>;

type EndedBy = Pick<RunTask, 'name' | 'qid' | 'mux_id' | 'stage' | 'attempt' | 'status'>;

/** The trace of a run while its task runs; undefined once a result says that the task has ended. */
export function runningTrace(trace: LiveTrace | null, tasks: readonly EndedBy[]): LiveTrace | undefined {
  if (!trace || tasks.some((task) => !isOpen(task.status) && isOf(task, trace))) return undefined;
  return trace;
}

const isOf = (task: EndedBy, trace: LiveTrace): boolean =>
  task.name === trace.task &&
  task.stage === trace.stage &&
  (task.attempt ?? 0) === trace.attempt &&
  (trace.mux_id === null ? task.qid === (trace.qid ?? '') : task.mux_id === trace.mux_id);

/** A line of a trace, by the qubit or coupling that it is of. */
export interface TraceLine {
  target: string;
  points: readonly { x: number; y: number }[];
}

/** The lines of a trace in the order of their targets; those without a point are among them. */
export const linesOf = ({ lines }: Pick<LiveTrace, 'lines'>): TraceLine[] =>
  Object.entries(lines)
    .map(([target, points]) => ({ target, points: points.map(([x = 0, y = 0]) => ({ x, y })) }))
    .sort((a, b) => a.target.localeCompare(b.target, 'en', { numeric: true }));

/** The label of an axis: its name and unit, as far as the worker names them. */
export const axisText = ({ name, unit }: LiveTrace['x'], otherwise: string): string =>
  `${name || otherwise}${unit === '' ? '' : ` (${unit})`}`;
