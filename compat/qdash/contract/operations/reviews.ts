import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import {
  pageFields,
  requestReviewsBody,
  review,
  reviewRun,
  reviewRunId,
  reviewRunQuery,
} from '#shared/results/contract/schemas/reviews.ts';

export const reviewsOperations = {
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
};
