import { reviewOperations } from '#shared/contract/operations/reviews.ts';
import { writeReview } from '#shared/services/reviews/write-review.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentReview } from '../reviews.ts';

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
