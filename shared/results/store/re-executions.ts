import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../kernel/store/keys.ts';

/** Leads from a task result to one that repeats it; written with the start of the run that does. */
export interface ReExecutionRecord {
  projectId: string;
  sourceTaskId: string;
  /** When it was asked for. */
  at: string;
  taskId: string;
  executionId: string;
}

/** Codec of these; they are never updated. */
export const reExecutionEntity = defineEntity<ReExecutionRecord>({
  name: 're-execution',
  version: 1,
  keys: ({ projectId, sourceTaskId, at, taskId }) => taskKeys.reExecution(projectId, sourceTaskId, at, taskId),
});

/** What repeats a task result, the latest first. */
export async function listReExecutions(db: Database, projectId: string, taskId: string): Promise<ReExecutionRecord[]> {
  const items = await queryAll(db, { ...taskKeys.reExecutions(projectId, taskId), descending: true });
  return items.map((item) => reExecutionEntity.decode(item));
}
