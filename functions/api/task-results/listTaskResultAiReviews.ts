import { reviewOperations } from '#shared/contract/operations/reviews.ts';
import { listReviews } from '#shared/services/reviews/read-reviews.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentReview } from '../reviews.ts';

export const listTaskResultAiReviews = endpoint(reviewOperations.listTaskResultAiReviews, async ({ ctx, query }) => {
  const { chip_id: chipId, task_name: taskName, status, decision, latest_only: latestOnly, skip, limit } = query;
  const filter = { chipId, taskName, status, decision, latestOnly };
  const { reviews, total, counts } = await listReviews(ctx, filter, { skip, limit });
  const { decisions: decision_counts, statuses: status_counts } = counts;
  return { items: reviews.map(presentReview), total, skip, limit, decision_counts, status_counts };
});
