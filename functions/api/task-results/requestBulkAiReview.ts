import { reviewOperations } from '#shared/contract/operations/reviews.ts';
import { requestReviews } from '#shared/services/reviews/request-reviews.ts';
import { endpoint } from '../../http/endpoint.ts';

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
