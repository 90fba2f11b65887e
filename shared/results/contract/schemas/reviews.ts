import * as z from 'zod';
import { REVIEW_BYTES, REVIEW_RUN_SIZE, REVIEW_STATUSES } from '#shared/results/rules/reviews/review.ts';
import { chipId, instant, integerParam } from '../../../api/schemas/common.ts';
import { taskName } from './task-results.ts';

/** Wire shapes of reviews of task results, as QDash's clients read them. */

export const reviewRunId = z
  .string()
  .regex(/^airv_[0-9a-f]{32}$/, 'must be the id of a review run')
  .meta({ example: 'airv_01a2084702067056821f13e0b9c1ce98' });

const counts = z.record(z.string(), z.int());

/** A review of one result. */
export const review = z
  .object({
    task_id: z.string(),
    review_run_id: z.string(),
    task_name: z.string(),
    chip_id: z.string(),
    qid: z.string(),
    target: z.string().meta({ description: 'As `qid`' }),
    execution_id: z.string(),
    task_status: z.string().meta({ description: 'Of the result when its review was asked for' }),
    review_status: z.string().meta({ description: `One of ${REVIEW_STATUSES.join(', ')}; more may come` }),
    decision: z.string(),
    human_label: z.string(),
    accepted_parameters: z.string(),
    needs_review: z.string(),
    primary_reason: z.string(),
    suggested_labels: z.string(),
    recommended_action: z.string(),
    model: z.string(),
    requested_by: z.string(),
    requested_at: instant.nullable(),
    completed_at: instant.nullable(),
    note_updated_at: instant.nullable(),
    start_at: instant.nullable(),
    figure_path: z.array(z.string()),
    json_figure_path: z.array(z.string()),
    review_markdown: z.string(),
    format_ok: z.boolean().meta({ description: "Whether the text begins with QDash's heading, `## AI review`" }),
    reviewed_by: z.string(),
    error: z.string(),
  })
  .meta({ id: 'AiReview' });

export const reviewPage = {
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: REVIEW_RUN_SIZE, fallback: 50 }),
};
const decision = z.string().max(100);
export const pageFields = { total: z.int(), skip: z.int(), limit: z.int() };
export const reviewCounts = { decision_counts: counts, status_counts: counts };

const text = z
  .string()
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
  .nullish();

/** What is written of a review; what is absent or null stays. */
export const writeReviewBody = z
  .object({
    review_run_id: reviewRunId
      .nullish()
      .meta({ description: 'The run that asked for it; null for a review of its own' }),
    status: z.enum(REVIEW_STATUSES).default('completed'),
    decision: decision.nullish(),
    human_label: text,
    accepted_parameters: text,
    needs_review: text,
    primary_reason: text,
    suggested_labels: text,
    recommended_action: text,
    review_markdown: text,
    model_provider: z.string().max(100).nullish(),
    model_name: z.string().max(200).nullish(),
    error: text,
  })
  .meta({ id: 'WriteAiReview', description: `At most ${REVIEW_BYTES} bytes of text altogether` });

export const reviewQuery = z.object({
  chip_id: chipId.optional(),
  task_name: taskName.optional(),
  status: z.enum(REVIEW_STATUSES).optional(),
  decision: decision.optional(),
  ...reviewPage,
});
