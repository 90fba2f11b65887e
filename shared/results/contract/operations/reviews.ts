import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { booleanParam } from '../../../api/schemas/common.ts';
import { taskId } from '../../../runs/contract/schemas/run-ids.ts';
import { pageFields, review, reviewCounts, reviewQuery, writeReviewBody } from '../schemas/reviews.ts';

/** Reviews of task results, which people and models of the lab write. */
export const reviewOperations = {
  listTaskResultAiReviews: define('listTaskResultAiReviews', {
    summary: 'Reviews of task results, the newest request first',
    description: 'The counts are of every review of that chip and task, whatever its status and decision.',
    query: reviewQuery.extend({
      latest_only: booleanParam(false).meta({ description: 'Of each task on each target the newest alone' }),
    }),
    status: 200,
    response: z.object({ items: z.array(review), ...pageFields, ...reviewCounts }),
    errors: ['request_too_broad'],
  }),
  upsertTaskResultAiReview: define('upsertTaskResultAiReview', {
    summary: 'Write the review of a result',
    description: 'A completed one is on the result as `ai_review_note`. What is absent or null is unchanged.',
    params: z.object({ task_id: taskId }),
    body: writeReviewBody,
    status: 200,
    response: review,
    errors: ['not_found', 'unknown_reference'],
  }),
};
