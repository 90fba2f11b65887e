import { endpoint } from '#functions/http/endpoint.ts';
import { presentReview, presentReviewRun } from '#functions/results/present-reviews.ts';
import { listReviewRuns, readReviewRun } from '#shared/results/verbs/reviews/read-reviews.ts';
import { requestReviews } from '#shared/results/verbs/reviews/request-reviews.ts';
import { reviewsOperations } from '../contract/operations/reviews.ts';

export const getTaskResultAiReviewRun = endpoint(
  reviewsOperations.getTaskResultAiReviewRun,
  async ({ ctx, params }) => {
    const { summary, reviews } = await readReviewRun(ctx, params.review_run_id);
    return { run: presentReviewRun(summary), items: reviews.map(presentReview) };
  },
);

export const listTaskResultAiReviewRuns = endpoint(
  reviewsOperations.listTaskResultAiReviewRuns,
  async ({ ctx, query: { chip_id: chipId, task_name: taskName, skip, limit } }) => {
    const { runs, total } = await listReviewRuns(ctx, { chipId, taskName }, { skip, limit });
    return { items: runs.map(presentReviewRun), total, skip, limit };
  },
);

export const requestBulkAiReview = endpoint(reviewsOperations.requestBulkAiReview, async ({ ctx, body }) => {
  const { chip_id, task, entity_type, date, task_ids, model_override: model } = body;
  const { runId, taskIds } = await requestReviews(ctx, {
    ...{ chipId: chip_id, task, kind: entity_type, date: date ?? undefined, taskIds: task_ids ?? undefined },
    ...{ modelProvider: model?.provider ?? '', modelName: model?.name ?? '' },
  });
  return {
    ...{ review_run_id: runId ?? '', chip_id, task, entity_type, date: date ?? null },
    ...{ requested_count: taskIds.length, task_ids: taskIds },
    skipped_reason: runId === undefined ? `'${task}' has no results here` : null,
  };
});
