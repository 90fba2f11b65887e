import type { ExecutionRecord } from '../store/executions.ts';

/** The task of a run without a flow; undefined for a run of a flow. */
export const onlyTaskOf = ({ note }: Pick<ExecutionRecord, 'note'>): string | undefined =>
  typeof note.task_name === 'string' ? note.task_name : undefined;

/** Says in the note of a run that repeats a part of another that this had no flow either. */
export const taskNote = (execution: Pick<ExecutionRecord, 'note'>): { task_name?: string } => {
  const taskName = onlyTaskOf(execution);
  return taskName === undefined ? {} : { task_name: taskName };
};
