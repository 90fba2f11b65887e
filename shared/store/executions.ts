import type { ExecutionStatus, TaskStatus } from '../domain/runs/statuses.ts';
import { defineEntity } from './codec.ts';
import { projectKeys } from './keys.ts';

/** A calibration execution's metadata (specification, Execution). */
export interface ExecutionRecord {
  projectId: string;
  /** `YYYYMMDD-NNN`, unique per project. */
  executionId: string;
  /** UUID of the run of the state machine. */
  flowRunId: string;
  /** Display name: the flow's. */
  name: string;
  flowName: string;
  flowVersion: number;
  runner: 'managed' | 'worker';
  backend: string;
  status: ExecutionStatus;
  chipId: string;
  userId?: string | undefined;
  username: string;
  /** When it was asked for. */
  createdAt: string;
  startAt?: string | undefined;
  endAt?: string | undefined;
  elapsedSeconds?: number | undefined;
  /** Why it failed or was cancelled. */
  message: string;
  tags: string[];
  /** Holds `flow_run_id` (specification, Execution). */
  note: Record<string, unknown>;
  /** The flow's parameters as they were at the start, with those of the request over them. */
  parameters: Record<string, unknown>;
  /** Raised by whoever takes the run over: writes under an older fence change nothing (design 4, Task results). */
  fence: number;
  /** Position of the next task of the plan: a slice that is repeated goes on from here. */
  cursor: number;
  /** Tasks of the plan; undefined for a worker's run. */
  plannedTasks?: number | undefined;
  /** Task results by status. */
  taskCounts: Partial<Record<TaskStatus, number>>;
  cancelRequestedAt?: string | undefined;
  cancelRequestedBy?: string | undefined;
  /** Set while Abort or Complete close the run's tasks: no result is taken any more. */
  closing?: boolean | undefined;
}

/** Codec of executions. */
export const executionEntity = defineEntity<ExecutionRecord>({
  name: 'execution',
  version: 1,
  keys: (execution) => projectKeys.execution(execution.projectId, execution.executionId),
});
