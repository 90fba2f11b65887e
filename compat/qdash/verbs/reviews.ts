import { readChip } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { notInProject, ServiceError, unknownReference } from '#shared/kernel/errors.ts';
import { batchGetItems, batchWriteItems, ifAbsent, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { reviewKeys, taskKeys } from '#shared/kernel/store/keys.ts';
import { addAppliedMark, applyOnce } from '#shared/kernel/verbs/apply-once.ts';
import { countReviews, REVIEW_RUN_SIZE } from '#shared/results/rules/reviews/review.ts';
import {
  type ReviewRow,
  type ReviewRunRecord,
  reviewRowEntity,
  reviewRunEntity,
  reviewTextEntity,
} from '#shared/results/store/reviews.ts';
import { type TaskResultRecord, taskResultEntity } from '#shared/results/store/task-results.ts';
import { latestResults } from '#shared/results/verbs/read/latest-results.ts';
import { withArchivedMonths } from '#shared/results/verbs/read-task-result.ts';
import { newReview, newRun } from '#shared/results/verbs/reviews/new-review.ts';
import {
  type Review,
  type ReviewCounts,
  type ReviewFilter,
  readRows,
  refuseFar,
  type Slice,
  withTexts,
} from '#shared/results/verbs/reviews/read-reviews.ts';

/** A run with what its reviews have come to. */
export interface ReviewRunSummary {
  run: ReviewRunRecord;
  counts: ReviewCounts;
  completedAt: string | undefined;
}

/** Runs of reviews, the newest first. @throws as `listReviews`. */
export async function listReviewRuns(
  ctx: ProjectContext,
  { chipId, taskName }: Pick<ReviewFilter, 'chipId' | 'taskName'>,
  { skip, limit }: Slice,
): Promise<{ runs: ReviewRunSummary[]; total: number }> {
  refuseFar(skip);
  const { rows, runs } = await readRows(ctx);
  const wanted = [...runs.values()].filter(
    (run) => (chipId === undefined || run.chipId === chipId) && (taskName === undefined || run.taskName === taskName),
  );
  const ofRun = Map.groupBy(rows, ({ runId }) => runId);
  const shown = wanted.slice(skip, skip + limit).map((run) => summaryOf(run, ofRun.get(run.runId) ?? []));
  return { runs: shown, total: wanted.length };
}

/** A run with all of its reviews, by result. @throws ServiceError `not-found`. */
export async function readReviewRun(
  ctx: ProjectContext,
  runId: string,
): Promise<{ summary: ReviewRunSummary; reviews: Review[] }> {
  const { db, projectId } = ctx;
  const [[item], items] = await Promise.all([
    batchGetItems(db, [reviewKeys.run(projectId, runId)]),
    queryAll(db, reviewKeys.rowsOf(projectId, runId)),
  ]);
  if (!item) throw notInProject('Review run', runId, projectId);
  const run = reviewRunEntity.decode(item);
  const rows = items.map((row) => reviewRowEntity.decode(row));
  return { summary: summaryOf(run, rows), reviews: await withTexts(ctx, rows, new Map([[runId, run]])) };
}

function summaryOf(run: ReviewRunRecord, rows: readonly ReviewRow[]): ReviewRunSummary {
  const ends = rows.flatMap(({ completedAt }) => completedAt ?? []);
  const completedAt = rows.length > 0 && ends.length === rows.length ? ends.sort().at(-1) : undefined;
  return { run, counts: countReviews(rows), completedAt };
}

/** Which results of a task are to be reviewed: those named, else the latest of every target, or the latest of a day. */
interface ReviewRequest {
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
interface RequestedReviews {
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
  const results: TaskResultRecord[] = [];
  for (const [n, taskId] of unique.entries()) {
    const item = items[n];
    const result = item && taskResultEntity.decode(item);
    const unknown = unknownReference(`Result '${taskId}' of task '${task}' not found on chip '${chipId}'`);
    if (!result) throw await withArchivedMonths(ctx, unknown);
    if (result.chipId !== chipId || result.name !== task) throw unknown;
    results.push(result);
  }
  return results;
}
