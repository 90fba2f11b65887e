import { moveInStatistics } from '../../../chips/store/chip-statistics.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { checkChip, streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  allOf,
  batchGetItems,
  type Condition,
  chunk,
  ifAbsent,
  ifRevision,
} from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { projectKeys, taskKeys } from '../../../kernel/store/keys.ts';
import type { TaskStatus } from '../../../runs/rules/statuses.ts';
import { getExecution } from '../../../runs/store/executions.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';
import type { HeldMonth } from './held-month.ts';

type Result = Stored<TaskResultRecord>;

/** The chip of the results, and the month that this sweep works on. */
interface Moving {
  chip: ChipRecord;
  held: HeldMonth;
}

/** Results of one transaction, besides their chip, its statistics, their month and their run. */
const resultsAtOnce = 90;

/**
 * Takes results out of the table, each only as it is in its file: what was changed since stays. Their numbers in the chip's
 * statistics and in their run change in the same transaction, so that a repeat changes nothing.
 */
export const takeOut = (ctx: Context, moving: Moving, results: readonly Result[]): Promise<void> =>
  move(ctx, moving, results, -1);

/** Puts results back as they were; one that is in the table stays as it is there. */
export const putBack = (ctx: Context, moving: Moving, results: readonly Result[]): Promise<void> =>
  move(ctx, moving, results, 1);

async function move(ctx: Context, moving: Moving, results: readonly Result[], by: 1 | -1): Promise<void> {
  for (const ofRun of Map.groupBy(results, ({ executionId }) => executionId).values())
    for (const part of chunk(ofRun, resultsAtOnce))
      await retryOnConflict(orRethrow(streamAttempts), () => moveSome(ctx, moving, part, by));
}

/** What people write on a result, which leaves its revision as it is. */
const annotations = ['userNote', 'aiReviewNote'] as const;

const ifAsInFile = (rev: number): Condition =>
  allOf(ifRevision(rev), {
    expression: annotations.map((name) => `attribute_not_exists(${name})`).join(' AND '),
  });

async function moveSome(ctx: Context, { chip, held }: Moving, results: readonly Result[], by: 1 | -1): Promise<void> {
  const { projectId, chipId } = chip;
  const executionId = results[0]?.executionId ?? '';
  const [items, execution] = await Promise.all([
    batchGetItems(
      ctx.db,
      results.map(({ taskId }) => taskKeys.result(projectId, taskId)),
    ),
    getExecution(ctx.db, projectId, executionId),
  ]);
  const moved = results.filter(({ rev }, n) => {
    const item = items[n];
    return by < 0 ? item?.rev === rev && annotations.every((name) => item[name] === undefined) : item === undefined;
  });
  if (moved.length === 0) return;
  const counts: Partial<Record<TaskStatus, number>> = {};
  for (const { status } of moved) counts[status] = (counts[status] ?? 0) + by;
  const transaction = new Transaction(ctx.db);
  checkChip(transaction, chip);
  held.fence(transaction);
  const { key, update } = moveInStatistics(projectId, chipId, counts);
  transaction.update(key, update);
  if (execution) {
    const archivedTasks = { ...execution.archivedTasks };
    for (const [status, change] of Object.entries(counts) as [TaskStatus, number][])
      archivedTasks[status] = (archivedTasks[status] ?? 0) - change;
    // Lists look for the last row to know that they are complete.
    const isGone =
      by < 0 && moved.some(({ queuedAt, taskId }) => taskKeys.byTime(queuedAt, taskId) === execution.lastRow?.sort);
    const set = { archivedTasks, ...(isGone && { lastRow: undefined }) };
    transaction.update(
      projectKeys.execution(projectId, executionId),
      updateOf({ set, add: { rev: 1 } }),
      ifRevision(execution.rev),
      staleRead,
    );
  }
  const backSince = nowOf(ctx);
  for (const { rev, ...result } of moved) {
    if (by < 0) transaction.delete(taskKeys.result(projectId, result.taskId), ifAsInFile(rev), staleRead);
    // What follows from it is there: the stream's consumer leaves it alone.
    else transaction.put({ ...taskResultEntity.encode(result, rev), backSince }, ifAbsent, staleRead);
  }
  await transaction.commit();
}
