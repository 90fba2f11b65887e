import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import { daysAfter } from '../../values/store/days-after.ts';
import type { PackedTrace } from '../rules/live-trace.ts';

/** What the task of a worker's run measures at the moment; each heartbeat replaces it. */
export interface LiveTraceRecord {
  projectId: string;
  executionId: string;
  /** Of the claim whose worker sent it. */
  fence: number;
  at: string;
  trace: PackedTrace;
}

/** Codec of live traces: one write unit each, since a heartbeat every two seconds writes one. */
export const liveTraceEntity = defineEntity<LiveTraceRecord>({
  name: 'live-trace',
  version: 1,
  keys: ({ projectId, executionId }) => runKeys.trace(projectId, executionId),
  deflated: ['trace'],
  expiresAt: ({ at }) => daysAfter(at, 1),
});

/** The trace of a run; undefined where no heartbeat has sent one. */
export async function getLiveTrace(
  db: Database,
  projectId: string,
  executionId: string,
): Promise<LiveTraceRecord | undefined> {
  const item = await getItem(db, runKeys.trace(projectId, executionId), false);
  return item && liveTraceEntity.decode(item);
}
