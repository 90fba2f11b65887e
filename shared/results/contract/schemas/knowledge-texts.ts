import * as z from 'zod';

/** The lessons of a case: in an issue's draft, and in the knowledge of its task. */
export const knowledgeTexts = {
  human_label: z.string(),
  failure_mode_labels: z.array(z.string()),
  case_type: z.array(z.string()),
  model_error_type: z.string(),
  resolution_label: z.string(),
  symptom: z.string(),
  model_prediction: z.string(),
  human_review_decision: z.string(),
  root_cause: z.string(),
  resolution: z.string(),
  boundary_criteria: z.string(),
  lesson_learned: z.array(z.string()),
  applicability: z.string(),
  counterexample: z.string(),
  prompt_guidance: z.string(),
};
