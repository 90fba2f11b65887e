import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { workerKeys } from '../../kernel/store/keys.ts';
import { daysAfter } from '../../values/store/days-after.ts';

/** A worker as it was last seen. */
export interface WorkerRecord {
  projectId: string;
  /** Its stable name. */
  worker: string;
  backends: string[];
  software: string;
  userId: string;
  username: string;
  /** The run that it had. */
  executionId?: string | undefined;
  message: string;
  lastSeenAt: string;
}

/** Days after which a worker that was not seen again is forgotten. */
const rememberedDays = 30;

export const workerEntity = defineEntity<WorkerRecord>({
  name: 'worker',
  version: 1,
  keys: ({ projectId, worker }) => workerKeys.worker(projectId, worker),
  expiresAt: ({ lastSeenAt }) => daysAfter(lastSeenAt, rememberedDays),
});

export async function getWorker(
  db: Database,
  projectId: string,
  worker: string,
): Promise<Stored<WorkerRecord> | undefined> {
  const item = await getItem(db, workerKeys.worker(projectId, worker));
  return item && workerEntity.decode(item);
}

/** The workers of a project: as many as it has had within the days that they are remembered. */
export async function listWorkers(db: Database, projectId: string): Promise<Stored<WorkerRecord>[]> {
  return (await queryAll(db, workerKeys.workers(projectId))).map((item) => workerEntity.decode(item));
}
