import type { LogLevel } from '../../domain/runs/worker-protocol.ts';
import { daysAfter } from '../days-after.ts';
import { defineEntity } from '../dynamodb/codec.ts';
import { runKeys } from '../keys.ts';

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
