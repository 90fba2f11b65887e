import { issueKnowledgeOperations } from '#shared/discussions/contract/operations/issue-knowledge.ts';
import * as knowledge from '#shared/discussions/verbs/knowledge.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { presentKnowledge } from './present-issue-knowledge.ts';

export const approveIssueKnowledge = endpoint(issueKnowledgeOperations.approveIssueKnowledge, async ({ ctx, params }) =>
  presentKnowledge(await knowledge.judgeKnowledge(ctx, params.knowledge_id, 'approved')),
);

export const deleteIssueKnowledge = endpoint(issueKnowledgeOperations.deleteIssueKnowledge, async ({ ctx, params }) => {
  await knowledge.deleteKnowledge(ctx, params.knowledge_id);
  return { message: 'Knowledge deleted' };
});

export const extractIssueKnowledge = endpoint(issueKnowledgeOperations.extractIssueKnowledge, async ({ ctx, params }) =>
  presentKnowledge(await knowledge.extractKnowledge(ctx, params.issue_id)),
);

export const getIssueKnowledge = endpoint(issueKnowledgeOperations.getIssueKnowledge, async ({ ctx, params }) =>
  presentKnowledge(await knowledge.readKnowledge(ctx, params.knowledge_id)),
);

export const listIssueKnowledge = endpoint(issueKnowledgeOperations.listIssueKnowledge, async ({ ctx, query }) => {
  const { status, task_name: taskName, q: text, ...page } = query;
  const found = await knowledge.listKnowledge(ctx, { status, taskName, text }, page);
  return { items: found.records.map(presentKnowledge), ...pageOf(found) };
});

export const rejectIssueKnowledge = endpoint(issueKnowledgeOperations.rejectIssueKnowledge, async ({ ctx, params }) =>
  presentKnowledge(await knowledge.judgeKnowledge(ctx, params.knowledge_id, 'rejected')),
);

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
