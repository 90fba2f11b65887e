import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { runKeys } from '../../kernel/store/keys.ts';

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

/**
 * Version 1 had one place. In the released form it is the first of the queue, and the rest is stored with it: the last
 * release keeps fields that it does not know, and may have taken the first start out or put another one in.
 */
function fromOnePlace({ queued, last, waiting, settled, ...old }: Item): Item {
  const [, ...rest] = (waiting ?? []) as QueuedRun[];
  const next = queued as QueuedRun | undefined;
  const [latest, ...earlier] = (settled ?? []) as SettledRun[];
  const left = last as SettledRun | undefined;
  const isSameEnd = latest?.flowRunId === left?.flowRunId;
  const others = isSameEnd ? earlier : [latest, ...earlier].filter((one) => one !== undefined);
  return {
    ...old,
    waiting: next ? [next, ...rest] : rest,
    settled: left ? [left, ...others] : others,
  };
}

/** Codec of queues; those in which a start waits are on a list. */
export const runQueueEntity = defineEntity<RunQueueRecord>({
  name: 'run-queue',
  version: 2,
  keys: ({ projectId, waiting: [next] }) => ({
    ...runKeys.queue(projectId),
    ...(next ? { gsi2pk: runKeys.queued, gsi2sk: next.queuedAt } : {}),
  }),
  slim: ({ projectId }) => ({ projectId }),
  released: { version: 1, downgrade: (queue) => ({ ...queue, queued: queue.waiting[0], last: queue.settled[0] }) },
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
