import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import { daysAfter } from '../../values/store/days-after.ts';
import type { LogLevel } from '../rules/worker-protocol.ts';

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
