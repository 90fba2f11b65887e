import { v7 as uuidV7 } from 'uuid';
import { readChip } from '../../../chips/verbs/read-chip.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { ServiceError, unknownReference } from '../../../kernel/errors.ts';
import { batchGetItems, batchWriteItems, ifAbsent } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { addAppliedMark, applyOnce } from '../../../kernel/verbs/apply-once.ts';
import { emptyReview, REVIEW_RUN_SIZE } from '../../rules/reviews/review.ts';
import {
  type ReviewRow,
  type ReviewRunRecord,
  type ReviewTextRecord,
  reviewRowEntity,
  reviewRunEntity,
  reviewTextEntity,
} from '../../store/reviews.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';
import { latestResults } from '../read/latest-results.ts';

/** Which results of a task are to be reviewed: those named, else the latest of every target, or the latest of a day. */
export interface ReviewRequest {
  chipId: string;
  task: string;
  kind: 'qubit' | 'coupling';
  /** `YYYYMMDD`. */
  date?: string | undefined;
  taskIds?: readonly string[] | undefined;
  modelProvider: string;
  modelName: string;
}

/** What was asked for; no run where there was nothing to review. */
export interface RequestedReviews {
  runId: string | undefined;
  taskIds: string[];
}

/**
 * Asks for reviews of results, as one run (rule REVIEW-2).
 * @throws ServiceError `not-found` for the chip; `unknown-reference` for a result; `request_too_broad` for more than a run holds.
 */
export function requestReviews(ctx: ProjectContext, request: ReviewRequest): Promise<RequestedReviews> {
  return applyOnce(
    ctx,
    async () => {
      const results = await resultsOf(ctx, request);
      const taskIds = results.map(({ taskId }) => taskId);
      if (results.length === 0) return { runId: undefined, taskIds };
      const run = newRun(ctx, { ...request, triggerType: 'manual_chip_bulk' }, results);
      // They are invisible before the run is written.
      await batchWriteItems(
        ctx.db,
        results.flatMap((result) => {
          const { row, text } = newReview(run, result);
          return [{ put: reviewRowEntity.encode(row, 1) }, { put: reviewTextEntity.encode(text, 1) }];
        }),
      );
      const requested = { runId: run.runId, taskIds };
      const transaction = new Transaction(ctx.db);
      addAppliedMark(transaction, ctx, requested);
      await transaction.put(reviewRunEntity.encode(run, 1), ifAbsent).commit();
      return requested;
    },
    // It was put by this very verb, for the same request.
    (outcome) => outcome as RequestedReviews,
  );
}

/** The latest result of every target, of all time or of the day. */
async function latestIds(ctx: ProjectContext, request: ReviewRequest): Promise<string[]> {
  const latest = await latestResults(ctx, request, request.date);
  return [...latest.values()].flatMap((result) => result?.taskId ?? []);
}

/** Those that are named, of a chip that is there. */
async function namedIds(ctx: ProjectContext, chipId: string, taskIds: readonly string[]): Promise<readonly string[]> {
  await readChip(ctx, chipId);
  return taskIds;
}

async function resultsOf(ctx: ProjectContext, request: ReviewRequest): Promise<TaskResultRecord[]> {
  const { chipId, task, taskIds } = request;
  const ids = taskIds ? await namedIds(ctx, chipId, taskIds) : await latestIds(ctx, request);
  if (ids.length > REVIEW_RUN_SIZE)
    throw new ServiceError(
      'request_too_broad',
      `${ids.length} results are more than ${REVIEW_RUN_SIZE}, which one run reviews; name them in 'task_ids'`,
    );
  const unique = [...new Set(ids)];
  const items = await batchGetItems(
    ctx.db,
    unique.map((taskId) => taskKeys.result(ctx.projectId, taskId)),
  );
  return unique.map((taskId, n) => {
    const item = items[n];
    const result = item && taskResultEntity.decode(item);
    if (result?.chipId !== chipId || result.name !== task)
      throw unknownReference(`Result '${taskId}' of task '${task}' not found on chip '${chipId}'`);
    return result;
  });
}

/** A run of these results. */
export function newRun(
  ctx: ProjectContext,
  of: Pick<ReviewRunRecord, 'modelProvider' | 'modelName' | 'triggerType'> & { kind: 'qubit' | 'coupling' },
  results: readonly TaskResultRecord[],
): ReviewRunRecord {
  const requestedAt = nowOf(ctx);
  return {
    projectId: ctx.projectId,
    runId: `airv_${uuidV7({ msecs: Date.parse(requestedAt) }).replaceAll('-', '')}`,
    ...{ triggerType: of.triggerType, modelProvider: of.modelProvider, modelName: of.modelName },
    ...{ chipId: results[0]?.chipId ?? '', taskName: results[0]?.name ?? '', entityType: of.kind },
    executionIds: [...new Set(results.map(({ executionId }) => executionId))],
    ...{ requestedBy: ctx.actor.user.username, requestedAt, size: results.length },
  };
}

/** The review of a result that has not been written yet. */
export function newReview(run: ReviewRunRecord, result: TaskResultRecord): { row: ReviewRow; text: ReviewTextRecord } {
  const { projectId, runId, modelProvider, modelName } = run;
  const { taskId, name: taskName, chipId, qid, executionId, status: taskStatus, startAt } = result;
  const { decision, ...texts } = emptyReview;
  return {
    row: { projectId, runId, taskId, taskName, chipId, qid, executionId, status: 'requested', decision },
    text: {
      ...{ projectId, runId, taskId, taskStatus, startAt, modelProvider, modelName, ...texts, updatedBy: '' },
      ...{ figurePaths: result.figurePaths, jsonFigurePaths: result.jsonFigurePaths },
    },
  };
}
