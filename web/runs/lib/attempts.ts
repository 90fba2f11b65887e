import type { RunTask, TaskDetail } from '../../ui/lib/api/wire.ts';

type Tried = Pick<RunTask, 'task_id' | 'name' | 'task_type' | 'qid' | 'mux_id' | 'stage' | 'attempt'>;

/** All attempts of a task on its target in its stage of a run, the first at the beginning; a task without another attempt has none. */
export function attemptsOf<T extends Tried>(
  tasks: readonly T[],
  of: Pick<TaskDetail, 'task_name' | 'task_type' | 'qid' | 'mux_id' | 'stage'>,
): T[] {
  const found = tasks.filter(
    (one) =>
      one.name === of.task_name &&
      one.task_type === of.task_type &&
      one.qid === of.qid &&
      one.mux_id === of.mux_id &&
      one.stage === of.stage,
  );
  return found.length < 2 ? [] : found.sort((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0));
}
