import { folded } from '../../kernel/rules/folded.ts';
/** What a lab has learned from an issue, so that the next one who meets it need not find out again (rule THREAD-13). */

export const KNOWLEDGE_STATUSES = ['draft', 'approved', 'rejected'] as const;
export type KnowledgeStatus = (typeof KNOWLEDGE_STATUSES)[number];

export const KNOWLEDGE_SEVERITIES = ['critical', 'warning', 'info'] as const;

/** What people write of a case; all of it may be empty. */
export interface KnowledgeFields {
  title: string;
  severity: (typeof KNOWLEDGE_SEVERITIES)[number];
  humanLabel: string;
  failureModeLabels: string[];
  caseType: string[];
  modelErrorType: string;
  resolutionLabel: string;
  symptom: string;
  modelPrediction: string;
  humanReviewDecision: string;
  rootCause: string;
  resolution: string;
  boundaryCriteria: string;
  lessonLearned: string[];
  applicability: string;
  counterexample: string;
  promptGuidance: string;
}

/** Longest text of a field. */
export const KNOWLEDGE_TEXT_LENGTH = 5000;

const cut = (text: string): string => [...text].slice(0, KNOWLEDGE_TEXT_LENGTH).join('');

/** A draft from an issue: its text is the observation, its last reply the outcome. */
export const draftOf = (issue: { title: string; content: string; lastReply: string | undefined }): KnowledgeFields => ({
  ...{ title: issue.title, severity: 'warning', symptom: cut(issue.content), resolution: cut(issue.lastReply ?? '') },
  ...{ humanLabel: '', failureModeLabels: [], caseType: [], modelErrorType: '', resolutionLabel: '' },
  ...{ modelPrediction: '', humanReviewDecision: '', rootCause: '', boundaryCriteria: '', lessonLearned: [] },
  ...{ applicability: '', counterexample: '', promptGuidance: '' },
});

/** Whether a case has every word of a text in its own texts, ignoring case. */
export function saysAll(fields: KnowledgeFields, text: string): boolean {
  const { title, symptom, rootCause, resolution, lessonLearned, applicability, failureModeLabels, humanLabel } = fields;
  const texts = [
    title,
    symptom,
    rootCause,
    resolution,
    ...lessonLearned,
    applicability,
    ...failureModeLabels,
    humanLabel,
  ];
  const said = folded(texts.join('\n'));
  return folded(text)
    .split(/\s+/)
    .every((word) => said.includes(word));
}
