import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { chipId, instant } from '#shared/api/schemas/common.ts';
import { pageFields, review, reviewCounts, reviewPage, reviewRunId } from '#shared/results/contract/schemas/reviews.ts';
import { calendarDay, taskName } from '#shared/results/contract/schemas/task-results.ts';
import { REVIEW_RUN_SIZE } from '#shared/results/rules/reviews/review.ts';
import { taskId } from '#shared/runs/contract/schemas/run-ids.ts';

/** A run of reviews and their present state. */
export const reviewRun = z
  .object({
    review_run_id: z.string(),
    trigger_type: z.string(),
    chip_id: z.string(),
    task_name: z.string(),
    entity_type: z.string(),
    execution_ids: z.array(z.string()),
    requested_by: z.string(),
    requested_at: instant.nullable(),
    completed_at: instant.nullable().meta({ description: 'Null until each of its reviews has come to an end' }),
    model: z.string(),
    total: z.int(),
    completed_count: z.int(),
    failed_count: z.int(),
    running_count: z.int(),
    requested_count: z.int(),
    ...reviewCounts,
  })
  .meta({ id: 'AiReviewRun' });

const reviewRunQuery = z.object({ chip_id: chipId.optional(), task_name: taskName.optional(), ...reviewPage });

/** A model that reviews, as QDash configures it; provider and name are kept. */
const model = z.looseObject({ provider: z.string().max(100).optional(), name: z.string().max(200).optional() });

/** The results whose reviews are requested. */
const requestReviewsBody = z
  .object({
    chip_id: chipId,
    task: taskName,
    entity_type: z.enum(['qubit', 'coupling']).default('qubit'),
    date: calendarDay.nullish(),
    task_ids: z.array(taskId).min(1).max(REVIEW_RUN_SIZE).nullish(),
    model_override: model.nullish(),
  })
  .meta({ id: 'BulkAiReview' });

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
