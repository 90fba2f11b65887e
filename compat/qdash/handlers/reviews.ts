import { endpoint } from '#functions/http/endpoint.ts';
import { present } from '#functions/http/present.ts';
import { modelOf, presentReview } from '#functions/results/present-reviews.ts';
import { reviewRun, reviewsOperations } from '../contract/operations/reviews.ts';
import { listReviewRuns, type ReviewRunSummary, readReviewRun, requestReviews } from '../verbs/reviews.ts';

/** A run of reviews, on the wire. */
const presentReviewRun = ({ run, counts, completedAt }: ReviewRunSummary) =>
  present(reviewRun, run, {
    review_run_id: run.runId,
    completed_at: completedAt,
    model: modelOf(run),
    total: run.size,
    completed_count: counts.statuses.completed ?? 0,
    failed_count: counts.statuses.failed ?? 0,
    running_count: counts.statuses.running ?? 0,
    requested_count: counts.statuses.requested ?? 0,
    decision_counts: counts.decisions,
    status_counts: counts.statuses,
  });

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
