import { defineEntity } from './codec.ts';
import { projectKeys } from './keys.ts';

/** A calibration execution's metadata (specification, Execution). */
export interface ExecutionRecord {
  projectId: string;
  /** `YYYYMMDD-NNN`, unique per project. */
  executionId: string;
  name: string;
  status: 'scheduled' | 'running' | 'completed' | 'failed' | 'cancelled';
  chipId: string;
  userId?: string | undefined;
  username: string;
  startAt?: string | undefined;
  endAt?: string | undefined;
  elapsedSeconds?: number | undefined;
  message: string;
  tags: string[];
  note: Record<string, unknown>;
}

/** Codec of executions. */
export const executionEntity = defineEntity<ExecutionRecord>({
  name: 'execution',
  version: 1,
  keys: (execution) => projectKeys.execution(execution.projectId, execution.executionId),
});
