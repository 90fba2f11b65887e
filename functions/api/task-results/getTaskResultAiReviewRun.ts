import { reviewOperations } from '#shared/contract/operations/reviews.ts';
import { readReviewRun } from '#shared/services/reviews/read-reviews.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentReview, presentReviewRun } from '../reviews.ts';

export const getTaskResultAiReviewRun = endpoint(reviewOperations.getTaskResultAiReviewRun, async ({ ctx, params }) => {
  const { summary, reviews } = await readReviewRun(ctx, params.review_run_id);
  return { run: presentReviewRun(summary), items: reviews.map(presentReview) };
});
