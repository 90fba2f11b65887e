import type { LogLevel } from '../../domain/runs/worker-protocol.ts';
import { defineEntity, type Stored } from '../dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../dynamodb/database.ts';
import { runKeys, workerKeys } from '../keys.ts';

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

/** Lines of a run's log that were written together. */
export interface LogBatchRecord {
  projectId: string;
  executionId: string;
  /** The fence of the claim that wrote them: the numbers begin again with each. */
  fence: number;
  /** Number of the first line. */
  sequence: number;
  lines: { at: string; level: LogLevel; text: string }[];
  writtenAt: string;
}

/** Days for which the lines of a log are kept. */
const logDays = 90;

/** Codec of these. */
export const logBatchEntity = defineEntity<LogBatchRecord>({
  name: 'log-batch',
  version: 1,
  keys: ({ projectId, executionId, fence, sequence }) => runKeys.log(projectId, executionId, fence, sequence),
  expiresAt: ({ writtenAt }) => daysAfter(writtenAt, logDays),
});

const daysAfter = (instant: string, days: number): number => Math.ceil(Date.parse(instant) / 1000) + days * 24 * 3600;

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
