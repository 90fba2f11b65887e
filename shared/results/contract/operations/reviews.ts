import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { booleanParam } from '../../../api/schemas/common.ts';
import { taskId } from '../../../runs/contract/schemas/run-ids.ts';
import {
  pageFields,
  requestReviewsBody,
  review,
  reviewCounts,
  reviewQuery,
  reviewRun,
  reviewRunId,
  reviewRunQuery,
  writeReviewBody,
} from '../schemas/reviews.ts';

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
  requestBulkAiReview: define('requestBulkAiReview', {
    summary: 'Ask for reviews of results of a task: those named, else the latest of every target',
    description:
      'The service has no model of its own: who reviews reads what is `requested`, and writes each with `PUT /task-results/{task_id}/ai-review`.',
    body: requestReviewsBody,
    status: 200,
    response: z
      .object({
        review_run_id: z.string().meta({ description: 'Empty where there was nothing to review' }),
        chip_id: z.string(),
        task: z.string(),
        entity_type: z.string(),
        date: z.string().nullable(),
        requested_count: z.int(),
        task_ids: z.array(z.string()),
        skipped_reason: z.string().nullable(),
      })
      .meta({ id: 'BulkAiReviewAnswer' }),
    errors: ['not_found', 'unknown_reference', 'request_too_broad'],
  }),
  listTaskResultAiReviewRuns: define('listTaskResultAiReviewRuns', {
    summary: 'Runs of reviews, the newest first, with the state of each',
    query: reviewRunQuery,
    status: 200,
    response: z.object({ items: z.array(reviewRun), ...pageFields }),
    errors: ['request_too_broad'],
  }),
  getTaskResultAiReviewRun: define('getTaskResultAiReviewRun', {
    summary: 'A run with all of its reviews',
    params: z.object({ review_run_id: reviewRunId }),
    status: 200,
    response: z.object({ run: reviewRun, items: z.array(review) }),
    errors: ['not_found'],
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
