import * as z from 'zod';
import {
  KNOWLEDGE_SEVERITIES,
  KNOWLEDGE_STATUSES,
  KNOWLEDGE_TEXT_LENGTH,
} from '#shared/discussions/rules/knowledge.ts';
import { instant, integerParam, pageFields } from '../../../api/schemas/common.ts';
import { knowledgeTexts } from '../../../results/contract/schemas/knowledge-texts.ts';

/** The id of a post, or of a task result. */
export const shortId = z
  .string()
  .refine((text) => text.isWellFormed() && text !== '' && [...text].length <= 64, 'must be 1 to 64 characters');

/** Wire shapes of what was learned from issues. */

/** A case, as QDash's clients read it. */
export const issueKnowledge = z
  .object({
    id: z.string().meta({ description: 'The same as `issue_id`' }),
    issue_id: z.string(),
    task_id: z.string(),
    task_name: z.string(),
    status: z.string().meta({ description: `One of ${KNOWLEDGE_STATUSES.join(', ')}; more may come` }),
    title: z.string(),
    date: z.string().meta({ description: 'The UTC day of the draft' }),
    severity: z.string().meta({ description: `One of ${KNOWLEDGE_SEVERITIES.join(', ')}; more may come` }),
    chip_id: z.string(),
    qid: z.string(),
    resolution_status: z.string().meta({ description: '`resolved` where the issue was closed then, else `open`' }),
    ...knowledgeTexts,
    figure_paths: z.array(z.string()),
    thread_image_urls: z.array(z.string()),
    reviewed_by_user_id: z.string().nullable(),
    reviewed_by: z.string().nullable(),
    pr_url: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'IssueKnowledge' });

const wellFormed = (max: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && [...text].length <= max, `must be at most ${max} characters of Unicode`);
const text = wellFormed(KNOWLEDGE_TEXT_LENGTH).nullish();
const word = wellFormed(64).nullish();
const words = z.array(wellFormed(64)).max(20).nullish();

/** Changes to a draft; what is absent or null stays. */
export const updateIssueKnowledgeBody = z
  .object({
    title: z.string().trim().min(1).max(200).nullish(),
    severity: z.enum(KNOWLEDGE_SEVERITIES).nullish(),
    human_label: word,
    failure_mode_labels: words,
    case_type: words,
    model_error_type: word,
    resolution_label: word,
    symptom: text,
    model_prediction: text,
    human_review_decision: text,
    root_cause: text,
    resolution: text,
    boundary_criteria: text,
    lesson_learned: z.array(wellFormed(1000)).max(20).nullish(),
    applicability: text,
    counterexample: text,
    prompt_guidance: text,
  })
  .meta({ id: 'UpdateIssueKnowledge' });

export const issueKnowledgeQuery = z.object({
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: 200, fallback: 50 }),
  status: z.enum(KNOWLEDGE_STATUSES).optional(),
  task_name: z.string().min(1).max(128).optional(),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Each of these words is in its texts, in upper or lower case' }),
});

export const issueKnowledgePage = z.object({ items: z.array(issueKnowledge), ...pageFields });
