import { issueKnowledgeOperations } from '#shared/contract/operations/issue-knowledge.ts';
import * as knowledge from '#shared/services/threads/knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentKnowledge } from '../issue-knowledge.ts';

export const updateIssueKnowledge = endpoint(
  issueKnowledgeOperations.updateIssueKnowledge,
  async ({ ctx, params, body }) => {
    const changes = {
      title: body.title ?? undefined,
      severity: body.severity ?? undefined,
      humanLabel: body.human_label ?? undefined,
      failureModeLabels: body.failure_mode_labels ?? undefined,
      caseType: body.case_type ?? undefined,
      modelErrorType: body.model_error_type ?? undefined,
      resolutionLabel: body.resolution_label ?? undefined,
      symptom: body.symptom ?? undefined,
      modelPrediction: body.model_prediction ?? undefined,
      humanReviewDecision: body.human_review_decision ?? undefined,
      rootCause: body.root_cause ?? undefined,
      resolution: body.resolution ?? undefined,
      boundaryCriteria: body.boundary_criteria ?? undefined,
      lessonLearned: body.lesson_learned ?? undefined,
      applicability: body.applicability ?? undefined,
      counterexample: body.counterexample ?? undefined,
      promptGuidance: body.prompt_guidance ?? undefined,
    };
    return presentKnowledge(await knowledge.updateKnowledge(ctx, params.knowledge_id, changes));
  },
);
