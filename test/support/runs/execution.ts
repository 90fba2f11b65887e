import type { Runtime } from '#functions/runtime.ts';
import type { ObjectStore } from '#shared/kernel/objects/port.ts';
import { s3Objects } from '#shared/kernel/objects/s3.ts';
import { batchWriteItems, type Database } from '#shared/kernel/store/dynamodb/database.ts';
import { packSnapshot } from '#shared/results/verbs/snapshots/snapshot.ts';
import { snapshotKey } from '#shared/runs/rules/artifact-path.ts';
import { type ExecutionRecord, executionEntity, type SnapshotRef } from '#shared/runs/store/executions.ts';
import { runPointerEntity } from '#shared/runs/store/locks.ts';

/** The stored record of a completed run, for tests that need one without running it. */
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

/** The store of files of a runtime: what it was given, else the bucket of the deployed service. */
export const objectsOf = ({ config, ports }: Runtime): ObjectStore => ports.objects ?? s3Objects(config.bucketName);

/** Keeps the snapshot of a chip without anything in it, for an execution that is stored without running it. */
export async function putSnapshot(runtime: Runtime, projectId: string): Promise<SnapshotRef> {
  const objects = objectsOf(runtime);
  const takenAt = '2025-01-01T00:00:00.000Z';
  const key = snapshotKey({ projectId, flowRunId: 'run', name: 'kept' });
  const chip = { chipId: 'chip', topologyId: 'linear-4', activityStatus: 'active' as const, cooldownId: null };
  const packed = packSnapshot({ ...chip, takenAt, planHash: null, qubits: {}, couplings: {} });
  await objects.put(key, packed, 'application/octet-stream');
  return { takenAt, key };
}

/** Writes the stored items of a run, without running it: its execution and its pointer. */
export async function putExecution(db: Database, given: Partial<ExecutionRecord>): Promise<ExecutionRecord> {
  const execution = executionRecord(given);
  const { projectId, flowRunId, executionId, runner, createdAt } = execution;
  await batchWriteItems(db, [
    { put: executionEntity.encode(execution, 1) },
    { put: runPointerEntity.encode({ projectId, flowRunId, executionId, runner, createdAt }, 1) },
  ]);
  return execution;
}
