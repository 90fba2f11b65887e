import * as z from 'zod';
import { TASK_DOCUMENT_LENGTH } from '#shared/results/rules/knowledge/document.ts';
import { instant } from '../../../api/schemas/common.ts';
import { knowledgeTexts } from './knowledge-texts.ts';

/** Wire shapes of the knowledge about tasks, as QDash's clients read it. */

/** One row of the list. */
export const taskKnowledgeSummary = z
  .object({
    name: z.string(),
    category: z.string().meta({ description: "Empty for a task of the project's own" }),
    summary: z.string(),
    failure_mode_count: z.int(),
    case_count: z.int().meta({ description: 'Approved cases of `GET /issue-knowledge` about it' }),
    image_count: z.int(),
    has_analysis_guide: z.boolean(),
    has_review_guide: z.boolean(),
  })
  .meta({ id: 'TaskKnowledgeSummary' });

const image = z
  .object({ alt_text: z.string(), relative_path: z.string(), section: z.string(), base64_data: z.string() })
  .meta({ id: 'KnowledgeImage' });

const knowledgeCase = z
  .object({
    title: z.string(),
    date: z.string(),
    severity: z.string(),
    chip_id: z.string(),
    qid: z.string(),
    status: z.string(),
    ...knowledgeTexts,
    images: z.array(image),
  })
  .meta({ id: 'KnowledgeCase' });

/** Everything that is known of a task. */
export const taskKnowledge = z
  .object({
    name: z.string(),
    category: z.string(),
    summary: z.string(),
    what_it_measures: z.string(),
    physical_principle: z.string(),
    expected_result: z.object({
      description: z.string(),
      result_type: z.string(),
      x_axis: z.string(),
      y_axis: z.string(),
      z_axis: z.string(),
      fit_model: z.string(),
      typical_range: z.string(),
      good_visual: z.string(),
    }),
    evaluation_criteria: z.string(),
    check_questions: z.array(z.string()),
    failure_modes: z.array(
      z.object({
        severity: z.string(),
        description: z.string(),
        cause: z.string(),
        visual: z.string(),
        next_action: z.string(),
      }),
    ),
    tips: z.array(z.string()),
    output_parameters_info: z.array(z.object({ name: z.string(), description: z.string() })),
    analysis_guide: z.array(z.string()),
    prerequisites: z.array(z.string()),
    images: z.array(image),
    review_markdown: z.string(),
    review_images: z.array(image),
    cases: z.array(knowledgeCase).meta({ description: 'The newest 20 approved cases about it' }),
    prompt_text: z.string().meta({ description: 'The whole document as Markdown' }),
    review_prompt_text: z.string(),
    updated_by: z.string().nullable().meta({ description: 'Null while the document is the standard one' }),
    updated_at: instant.nullable(),
  })
  .meta({ id: 'TaskKnowledge' });

/** A document of the project's own. */
export const taskDocumentBody = z
  .object({
    content: z
      .string()
      .refine(
        (text) => text.isWellFormed() && text.trim() !== '' && [...text].length <= TASK_DOCUMENT_LENGTH,
        `must be Markdown of at most ${TASK_DOCUMENT_LENGTH} characters of Unicode, and not empty`,
      )
      .meta({ minLength: 1, maxLength: TASK_DOCUMENT_LENGTH }),
  })
  .meta({ id: 'TaskDocument' });
