import { batchWriteItems, type Database } from '#shared/store/database.ts';
import { type ExecutionRecord, executionEntity } from '#shared/store/executions.ts';
import { runPointerEntity } from '#shared/store/locks.ts';

/** A completed run as it is stored, for tests that need one without running it. */
export const executionRecord = ({
  flowRunId = '0b6d6b0e-6f6f-4b9a-9c36-000000000000',
  ...given
}: Partial<ExecutionRecord>): ExecutionRecord => ({
  projectId: 'p',
  executionId: '20250101-000',
  flowRunId,
  name: 'check',
  flowName: 'check',
  flowVersion: 1,
  runner: 'managed',
  backend: 'simulator',
  status: 'completed',
  chipId: 'chip',
  username: 'alice',
  createdAt: '2025-01-01T00:00:00.000Z',
  message: '',
  tags: [],
  note: { flow_run_id: flowRunId },
  parameters: {},
  fence: 0,
  cursor: 0,
  taskCounts: {},
  ...given,
});

/** Writes a run as it is stored, without running it: its execution and its pointer. */
export async function putExecution(db: Database, given: Partial<ExecutionRecord>): Promise<ExecutionRecord> {
  const execution = executionRecord(given);
  const { projectId, flowRunId, executionId, runner, createdAt } = execution;
  await batchWriteItems(db, [
    { put: executionEntity.encode(execution, 1) },
    { put: runPointerEntity.encode({ projectId, flowRunId, executionId, runner, createdAt }, 1) },
  ]);
  return execution;
}
