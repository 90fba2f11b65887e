import { reviewOperations } from '#shared/results/contract/operations/reviews.ts';
import { listReviewRuns, listReviews, readReviewRun } from '#shared/results/verbs/reviews/read-reviews.ts';
import { requestReviews } from '#shared/results/verbs/reviews/request-reviews.ts';
import { writeReview } from '#shared/results/verbs/reviews/write-review.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentReview, presentReviewRun } from './present-reviews.ts';

export const getTaskResultAiReviewRun = endpoint(reviewOperations.getTaskResultAiReviewRun, async ({ ctx, params }) => {
  const { summary, reviews } = await readReviewRun(ctx, params.review_run_id);
  return { run: presentReviewRun(summary), items: reviews.map(presentReview) };
});

export const listTaskResultAiReviewRuns = endpoint(
  reviewOperations.listTaskResultAiReviewRuns,
  async ({ ctx, query: { chip_id: chipId, task_name: taskName, skip, limit } }) => {
    const { runs, total } = await listReviewRuns(ctx, { chipId, taskName }, { skip, limit });
    return { items: runs.map(presentReviewRun), total, skip, limit };
  },
);

export const listTaskResultAiReviews = endpoint(reviewOperations.listTaskResultAiReviews, async ({ ctx, query }) => {
  const { chip_id: chipId, task_name: taskName, status, decision, latest_only: latestOnly, skip, limit } = query;
  const filter = { chipId, taskName, status, decision, latestOnly };
  const { reviews, total, counts } = await listReviews(ctx, filter, { skip, limit });
  const { decisions: decision_counts, statuses: status_counts } = counts;
  return { items: reviews.map(presentReview), total, skip, limit, decision_counts, status_counts };
});

export const requestBulkAiReview = endpoint(reviewOperations.requestBulkAiReview, async ({ ctx, body }) => {
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

export const upsertTaskResultAiReview = endpoint(
  reviewOperations.upsertTaskResultAiReview,
  async ({ ctx, params, body }) => {
    const changes = {
      ...{ status: body.status, decision: body.decision ?? undefined, markdown: body.review_markdown ?? undefined },
      ...{ humanLabel: body.human_label ?? undefined, needsReview: body.needs_review ?? undefined },
      acceptedParameters: body.accepted_parameters ?? undefined,
      primaryReason: body.primary_reason ?? undefined,
      suggestedLabels: body.suggested_labels ?? undefined,
      recommendedAction: body.recommended_action ?? undefined,
      ...{ modelProvider: body.model_provider ?? undefined, modelName: body.model_name ?? undefined },
      error: body.error ?? undefined,
    };
    return presentReview(await writeReview(ctx, params.task_id, body.review_run_id ?? undefined, changes));
  },
);
