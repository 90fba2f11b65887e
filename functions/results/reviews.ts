import { reviewOperations } from '#shared/results/contract/operations/reviews.ts';
import { listReviews } from '#shared/results/verbs/reviews/read-reviews.ts';
import { writeReview } from '#shared/results/verbs/reviews/write-review.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentReview } from './present-reviews.ts';

export const listTaskResultAiReviews = endpoint(reviewOperations.listTaskResultAiReviews, async ({ ctx, query }) => {
  const { chip_id: chipId, task_name: taskName, status, decision, latest_only: latestOnly, skip, limit } = query;
  const filter = { chipId, taskName, status, decision, latestOnly };
  const { reviews, total, counts } = await listReviews(ctx, filter, { skip, limit });
  const { decisions: decision_counts, statuses: status_counts } = counts;
  return { items: reviews.map(presentReview), total, skip, limit, decision_counts, status_counts };
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
