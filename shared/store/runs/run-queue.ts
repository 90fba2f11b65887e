import { defineEntity, type Item, type Stored } from '../dynamodb/codec.ts';
import { type Condition, type Database, queryAll } from '../dynamodb/database.ts';
import { runKeys } from '../keys.ts';

/** A start that waits for the lock. */
export interface QueuedRun {
  /** Fixed when it was queued, so that several attempts start one run. */
  flowRunId: string;
  /** Of a run of one task, that task. */
  flowName: string;
  /** The chip that it is queued for; kept where locks are per chip (rule RUN-23). */
  chipId?: string | undefined;
  /** Of a run of one task (rule FLOW-9): what it is started with instead of a flow. */
  task?: { backend: string; chipId: string } | undefined;
  /** JSON text: whatever depth and keys a parameter has, DynamoDB could not store all of them as maps. */
  parameters: string;
  /** How long a worker's run waits to be claimed; as the flow says where absent. */
  claimTimeoutSeconds?: number | undefined;
  /** Whether its values become current; as the flow says where absent. */
  persist?: boolean | undefined;
  userId: string;
  username: string;
  queuedAt: string;
  /** The firing of a schedule that it belongs to; absent where a person queued it. */
  firing?: { scheduleId: string; scheduledTime: string } | undefined;
}

/** How a start left the queue. */
export interface SettledRun extends Omit<QueuedRun, 'parameters' | 'userId' | 'claimTimeoutSeconds'> {
  outcome: 'started' | 'failed' | 'removed';
  at: string;
  executionId?: string | undefined;
  message: string;
}

/** The queue of a project. */
export interface RunQueueRecord {
  projectId: string;
  /** In the order in which they start. */
  waiting: QueuedRun[];
  /** The newest that left it, the latest first. */
  settled: SettledRun[];
}

/** Version 1 had one place. */
const fromOnePlace = ({ queued, last, ...old }: Item): Item => ({
  ...old,
  waiting: queued ? [queued] : [],
  settled: last ? [last] : [],
});

/** Codec of queues; those in which a start waits are on a list. */
export const runQueueEntity = defineEntity<RunQueueRecord>({
  name: 'run-queue',
  version: 2,
  keys: ({ projectId, waiting: [next] }) => ({
    ...runKeys.queue(projectId),
    ...(next ? { gsi2pk: runKeys.queued, gsi2sk: next.queuedAt } : {}),
  }),
  slim: ({ projectId }) => ({ projectId }),
  upgrades: { 1: fromOnePlace },
});

/** No start waits. */
export const ifNoneWaits: Condition = { expression: 'attribute_not_exists(gsi2pk)' };

/** A queue from its item; undefined without one. */
export const decodeRunQueue = (item: Item | undefined) =>
  item && (runQueueEntity.decode(item) as Stored<RunQueueRecord>);

/** The projects in which a start waits, the oldest first; the list may lag. */
export async function listQueues(db: Database): Promise<string[]> {
  const items = await queryAll(db, { index: 'gsi2', pk: runKeys.queued });
  return items.map(({ slim }) => (slim as Pick<RunQueueRecord, 'projectId'>).projectId);
}
