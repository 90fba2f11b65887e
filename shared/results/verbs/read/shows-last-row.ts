import { type Database, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { decodeTaskRow } from '../../store/task-results.ts';

type Of = Pick<ExecutionRecord, 'projectId' | 'executionId' | 'lastRow'>;

/** Whether the index has the row of an execution that was written last as the execution knows it; else some may be missing. */
export async function showsLastRow(db: Database, { projectId, executionId, lastRow }: Of): Promise<boolean> {
  if (!lastRow) return true;
  const { sort, status, excluded } = lastRow;
  const pk = taskKeys.ofExecution(projectId, executionId);
  const [item] = (await queryPage(db, { index: 'gsi2', pk, from: sort, through: sort }, { limit: 1 })).items;
  const row = item && decodeTaskRow(item);
  return row?.status === status && (row.excluded ?? false) === excluded;
}
