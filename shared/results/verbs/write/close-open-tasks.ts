import { setTimeout as sleep } from 'node:timers/promises';
import { getChip } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { type Deadline, noDeadline, OutOfTimeError } from '../../../kernel/deadline.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  batchGetItems,
  type Condition,
  getItem,
  type QueryRange,
  queryPage,
} from '../../../kernel/store/dynamodb/database.ts';
import { transactionLimit } from '../../../kernel/store/dynamodb/transaction.ts';
import { projectKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { elapsedSeconds, openTasks } from '../../../runs/rules/count-tasks.ts';
import { isOpen, type TaskStatus } from '../../../runs/rules/statuses.ts';
import { type ExecutionRecord, executionEntity } from '../../../runs/store/executions.ts';
import { decodeTaskRow, type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';
import { applyChanges } from './apply-changes.ts';
import { countsOf } from './decide-batch.ts';
import { noSamples } from './task-samples.ts';

/** How a task ends that its run leaves behind. */
export interface Closing {
  status: Extract<TaskStatus, 'failed' | 'skipped' | 'cancelled'>;
  message: string;
}

/** The new states of running tasks, and of those that never began. */
export interface CloseTasks {
  running: Closing;
  other: Closing;
}

/** Besides the tasks, a transaction writes the execution and the chip's statistics, and checks the chip. */
const tasksPerTransaction = transactionLimit - 3;

/** Waits between looks at an index that lags, together about half a minute; the caller's retries come after that. */
const waitsMilliseconds = [50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800];

/**
 * Closes every task of an execution that is scheduled, running or pending
 * (docs/design/write-protocols.md#abort-and-complete). The execution must have `closing` set and its fence raised
 * before, so that no result arrives any more. Repeatable from any point: what is closed already stays as it is, and the
 * counts of the execution and of the chip stay those of the rows.
 * @throws Error when the execution is not closing; OutOfTimeError when the index still hides open tasks after half a minute.
 */
export async function closeOpenTasks(
  ctx: Context,
  execution: Pick<ExecutionRecord, 'projectId' | 'executionId'>,
  close: CloseTasks,
  deadline: Deadline = noDeadline,
): Promise<void> {
  for (let look = 0; ; look += 1) {
    const existing = await readClosing(ctx, execution);
    const open = openTasks(existing.taskCounts);
    if (open === 0) return;
    if ((await closeVisible(ctx, existing, close, deadline)) >= open) return;
    const wait = waitsMilliseconds[look];
    if (wait === undefined)
      throw new OutOfTimeError(`Run '${execution.executionId}' has open tasks that the index does not show yet`);
    deadline();
    await sleep(wait);
  }
}

async function readClosing(
  ctx: Context,
  { projectId, executionId }: Pick<ExecutionRecord, 'projectId' | 'executionId'>,
): Promise<Stored<ExecutionRecord>> {
  const item = await getItem(ctx.db, projectKeys.execution(projectId, executionId));
  if (!item) throw new Error(`Run '${executionId}' not found in project '${projectId}'`);
  const execution = executionEntity.decode(item);
  if (!execution.closing) throw new Error(`Run '${executionId}' is not closing; its tasks may not be closed`);
  return execution;
}

/** Closes the open tasks that the index shows. @returns how many. */
async function closeVisible(
  ctx: Context,
  execution: ExecutionRecord,
  close: CloseTasks,
  deadline: Deadline,
): Promise<number> {
  const range: QueryRange = { index: 'gsi2', pk: taskKeys.ofExecution(execution.projectId, execution.executionId) };
  let closed = 0;
  let startKey: Record<string, unknown> | undefined;
  let waiting: string[] = [];
  do {
    const page = await queryPage(ctx.db, range, startKey ? { startKey } : {});
    startKey = page.lastKey;
    waiting.push(
      ...page.items
        .map(decodeTaskRow)
        .filter((row) => isOpen(row.status))
        .map((row) => row.taskId),
    );
    while (waiting.length >= tasksPerTransaction || (waiting.length > 0 && !startKey)) {
      deadline();
      const part = waiting.slice(0, tasksPerTransaction);
      closed += await retryOnConflict(retryLimit, () => closeTasks(ctx, execution, part, close));
      waiting = waiting.slice(tasksPerTransaction);
    }
  } while (startKey);
  return closed;
}

/** A second closer, or a change of the chip, may come in between; the step or request that closes is repeated. */
const retryLimit = orRethrow(6);

/** The index only lists the tasks that may be open; their state is read from the table. */
async function closeTasks(
  ctx: Context,
  execution: ExecutionRecord,
  taskIds: readonly string[],
  close: CloseTasks,
): Promise<number> {
  const { projectId, chipId } = execution;
  const keys = taskIds.map((taskId) => taskKeys.result(projectId, taskId));
  const [items, chip] = await Promise.all([batchGetItems(ctx.db, keys), getChip(ctx.db, projectId, chipId)]);
  const open = items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : [])).filter((r) => isOpen(r.status));
  if (open.length === 0) return 0;
  const results = open.map((existing) => ({ existing, result: closedResult(existing, close, nowOf(ctx)) }));
  await applyChanges(
    ctx.db,
    { execution, ifExecution: ifClosing, chip },
    {
      ...{
        at: nowOf(ctx),
        results,
        counts: countsOf(results),
        units: [],
        lastCalibratedAt: chip?.lastCalibratedAt,
        isReal: false,
      },
      ...{ cursor: undefined, latest: [], targets: [], samples: noSamples, cooldownId: undefined, isPast: false },
    },
  );
  return open.length;
}

const ifClosing: Condition = { expression: 'closing = :yes', values: { ':yes': true } };

function closedResult(result: TaskResultRecord, close: CloseTasks, now: string): TaskResultRecord {
  const { status, message } = result.status === 'running' ? close.running : close.other;
  return {
    ...result,
    status,
    message,
    closed: true,
    endAt: now,
    elapsedSeconds: result.startAt === undefined ? undefined : elapsedSeconds(result.startAt, now),
    updatedAt: now,
  };
}
