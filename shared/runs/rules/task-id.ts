import { v5 as uuidV5 } from 'uuid';

/** What a task of a run is known by. */
export interface TaskIdentity {
  /** UUID of the run. */
  flowRunId: string;
  /** Position of the stage in the plan. */
  stage: number;
  /** Standard name of the task. */
  task: string;
  /** Qubit or coupling id; empty for global and system tasks. */
  target: string;
  /** How often the stage has this task on this target before: 0 for the first. */
  attempt: number;
}

/** What the id of the result of a mux is made of, which has its files and no values. */
export const muxIdTarget = (muxId: number | undefined): string => `mux ${muxId ?? ''}`;

/**
 * Id of a task's result: UUIDv5 of run, stage, task, target and attempt (rule TASK-1), so that every plan or repeat of
 * the task writes the same item.
 */
export const taskIdOf = ({ flowRunId, stage, task, target, attempt }: TaskIdentity): string =>
  uuidV5(JSON.stringify([stage, task, target, attempt]), flowRunId);
