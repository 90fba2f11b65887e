import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';

type Case = ResponseBody<'getIssueKnowledge'>;
type Changes = NonNullable<NonNullable<Parameters<typeof api.updateIssueKnowledge>[0]>['body']>;

interface TextField {
  name: Extract<keyof Case & keyof Changes, string>;
  label: string;
}

/** What a case says first; each is a text of some lines. */
export const mainTexts = [
  { name: 'symptom', label: 'Symptom' },
  { name: 'root_cause', label: 'Cause' },
  { name: 'resolution', label: 'What was done' },
  { name: 'applicability', label: 'Where it applies' },
  { name: 'counterexample', label: 'Where it does not' },
] as const satisfies readonly TextField[];

/** What a model of the lab is taught by. */
export const modelTexts = [
  { name: 'boundary_criteria', label: 'Where the line is' },
  { name: 'model_prediction', label: 'What the model said' },
  { name: 'human_review_decision', label: 'What people decided' },
  { name: 'prompt_guidance', label: 'What to tell the model' },
] as const satisfies readonly TextField[];

export const labels = [
  { name: 'human_label', label: 'Label' },
  { name: 'resolution_label', label: 'Outcome' },
  { name: 'model_error_type', label: 'Error of the model' },
] as const satisfies readonly TextField[];

export const labelLists = [
  { name: 'failure_mode_labels', label: 'Failure modes' },
  { name: 'case_type', label: 'Kinds of case' },
] as const satisfies readonly TextField[];

const parts = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean);

/** The form as the API takes it; lessons are one a line, labels are separated by commas. */
export function changesOf(form: FormData, severities: readonly string[]): Changes {
  const severity = textOf(form, 'severity');
  const texts = [...mainTexts, ...modelTexts, ...labels].map(({ name }) => [name, textOf(form, name)]);
  const lists = labelLists.map(({ name }) => [name, parts(textOf(form, name), /,/)]);
  return {
    ...Object.fromEntries([...texts, ...lists]),
    title: textOf(form, 'title'),
    lesson_learned: parts(textOf(form, 'lesson_learned'), /\n/),
    ...(severities.includes(severity) && { severity: severity as Case['severity'] }),
  };
}

export const saveCase = (caseId: string, body: Changes) =>
  api.updateIssueKnowledge({ params: { knowledge_id: caseId }, body });
