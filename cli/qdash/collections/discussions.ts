import { CATEGORY_COLORS, defaultCategories } from '#shared/discussions/rules/categories.ts';
import { KNOWLEDGE_SEVERITIES, KNOWLEDGE_STATUSES } from '#shared/discussions/rules/knowledge.ts';
import { THREAD_STATUSES, type ThreadStatus } from '#shared/discussions/rules/status.ts';
import type { Subject } from '#shared/discussions/rules/subject.ts';
import { type Collection, commonFields, type Mapping, Refusal } from '../collection.ts';
import { type Doc, idOf, numberOf, optionalText, textOf, textsOf, timesOf } from '../document.ts';
import { couplingIdOf } from '../survey.ts';
import { emitThreads } from '../threads.ts';

/** `forum_category`: what threads are sorted into. The service has them in one record of the project. */
export const categories: Collection = {
  name: 'forum_category',
  fields: [...commonFields, 'key', 'name', 'description', 'color', 'icon', 'sort_order', 'is_archived'],
  keyOf: (doc) => textOf(doc, 'key'),
  mapAll(docs, { projectId, emit, remark }) {
    const own = docs.map((doc) => ({
      ...{ key: textOf(doc, 'key'), name: textOf(doc, 'name'), description: textOf(doc, 'description') },
      color: CATEGORY_COLORS.find((one) => one === textOf(doc, 'color')) ?? ('neutral' as const),
      ...{ icon: textOf(doc, 'icon', 'message-square'), sortOrder: numberOf(doc.sort_order) ?? 100 },
      archived: doc.is_archived === true,
    }));
    const keys = new Set(own.map(({ key }) => key));
    const all = [...own, ...defaultCategories.filter(({ key }) => !keys.has(key))];
    if (all.length > 50) remark('decision', 'there are more than 50 categories, the maximum of a project');
    emit('thread-categories', { projectId, categories: all });
    return docs.map(() => 'imported' as const);
  },
};

const postFields = [
  ...[...commonFields, 'user_id', 'username', 'title', 'content', 'content_blocks', 'parent_id', 'is_ai_reply'],
  ...['is_closed', 'number', 'is_deleted'],
];

/** `forum_post`: the discussions of a project. */
export const posts: Collection = {
  name: 'forum_post',
  fields: [
    ...[...postFields, 'category', 'labels', 'assignee_username', 'assignee_user_id', 'status', 'chip_id'],
    ...['target_type', 'target_id', 'cooldown_id'],
  ],
  keyOf: idOf,
  mapAll: (docs, mapping) =>
    emitThreads(docs, mapping, (doc) => ({
      ...{ category: textOf(doc, 'category', 'other'), labels: textsOf(doc, 'labels').slice(0, 10) },
      assignees: [optionalText(doc, 'assignee_username') ?? []].flat(),
      ...{ subjects: subjectsOf(doc, mapping), status: statusOf(doc), numbersFrom: 1 },
    })),
};

const statusOf = (doc: Doc): ThreadStatus =>
  THREAD_STATUSES.find((one) => one === textOf(doc, 'status')) ?? (doc.is_closed === true ? 'resolved' : 'open');

function subjectsOf(doc: Doc, { survey, projectId }: Mapping): Subject[] {
  const [chipId, type, id] = [textOf(doc, 'chip_id'), textOf(doc, 'target_type'), textOf(doc, 'target_id')];
  const cooldownId = optionalText(doc, 'cooldown_id');
  const subjects: Subject[] = [];
  if (survey.chip(projectId, chipId)) {
    const kind = type === 'coupling' ? 'coupling' : 'qubit';
    const targetId = kind === 'coupling' ? couplingIdOf(id) : id;
    subjects.push(
      type !== '' && targetId ? { type: kind, chipId, targetType: kind, targetId } : { type: 'chip', chipId },
    );
  }
  if (cooldownId !== undefined && survey.cooldown(projectId, cooldownId))
    subjects.push({ type: 'cooldown', cooldownId });
  return subjects;
}

/** Issues have no numbers in QDash; these begin behind any that a discussion of it has. */
const issuesFrom = 10_001;

/** `issue`: the discussions of task results. */
export const issues: Collection = {
  name: 'issue',
  fields: [...postFields, 'task_id'],
  keyOf: idOf,
  mapAll: (docs, mapping) =>
    emitThreads(docs, mapping, (doc) => {
      const { survey, projectId } = mapping;
      const task = survey.task(projectId, textOf(doc, 'task_id'));
      if (!task) return new Refusal('its task result is not in the dump');
      const target = targetOf(task.taskType, task.qid);
      const { taskId, name: taskName, executionId, chipId } = task;
      const subject: Subject = { type: 'task_result', taskId, taskName, executionId, chipId, ...target };
      const category = target.targetType ?? 'other';
      return {
        category,
        labels: [],
        assignees: [],
        subjects: [subject],
        status: statusOf(doc),
        numbersFrom: issuesFrom,
      };
    }),
};

function targetOf(taskType: string, qid: string): Pick<Subject, 'targetType' | 'targetId'> {
  if (taskType === 'qubit') return { targetType: 'qubit', targetId: qid };
  const id = taskType === 'coupling' ? couplingIdOf(qid) : undefined;
  return id === undefined ? {} : { targetType: 'coupling', targetId: id };
}

const knowledgeTexts = {
  humanLabel: 'human_label',
  modelErrorType: 'model_error_type',
  resolutionLabel: 'resolution_label',
  symptom: 'symptom',
  modelPrediction: 'model_prediction',
  humanReviewDecision: 'human_review_decision',
  rootCause: 'root_cause',
  resolution: 'resolution',
  boundaryCriteria: 'boundary_criteria',
  applicability: 'applicability',
  counterexample: 'counterexample',
  promptGuidance: 'prompt_guidance',
} as const;

/** `issue_knowledge`: what was learned from issues. */
export const knowledge: Collection = {
  name: 'issue_knowledge',
  fields: [
    ...[...commonFields, 'issue_id', 'task_id', 'task_name', 'status', 'title', 'severity', 'chip_id', 'qid'],
    ...[...Object.values(knowledgeTexts), 'resolution_status', 'failure_mode_labels', 'case_type', 'lesson_learned'],
    ...['figure_paths', 'thread_image_urls', 'reviewed_by', 'reviewed_by_user_id'],
  ],
  homeless: {
    date: 'the day of a case is that of its record',
    pr_url: 'cases are not sent to a repository here',
  },
  keyOf: (doc) => textOf(doc, 'issue_id'),
  map(doc, { projectId, survey, emit }) {
    const [issueId, taskName] = [textOf(doc, 'issue_id'), textOf(doc, 'task_name')];
    if (issueId === '') throw new Refusal('has no issue_id');
    const status = KNOWLEDGE_STATUSES.find((one) => one === textOf(doc, 'status')) ?? 'draft';
    const texts = Object.entries(knowledgeTexts).map(([name, field]) => [name, textOf(doc, field)]);
    const reviewedBy = optionalText(doc, 'reviewed_by');
    emit('issue-knowledge', {
      ...{ projectId, issueId, taskId: textOf(doc, 'task_id'), taskName, chipId: textOf(doc, 'chip_id'), status },
      ...{ qid: textOf(doc, 'qid'), isResolved: textOf(doc, 'resolution_status', 'resolved') === 'resolved' },
      title: textOf(doc, 'title'),
      severity: KNOWLEDGE_SEVERITIES.find((one) => one === textOf(doc, 'severity')) ?? 'warning',
      ...(Object.fromEntries(texts) as Record<keyof typeof knowledgeTexts, string>),
      ...{ failureModeLabels: textsOf(doc, 'failure_mode_labels'), caseType: textsOf(doc, 'case_type') },
      ...{ lessonLearned: textsOf(doc, 'lesson_learned'), figurePaths: textsOf(doc, 'figure_paths') },
      ...{ imageUrls: textsOf(doc, 'thread_image_urls'), reviewedBy },
      ...(reviewedBy === undefined ? {} : { reviewedByUserId: survey.userId(reviewedBy) }),
      ...timesOf(doc),
    });
    if (status === 'approved') emit('task-case', { projectId, taskName, issueId });
  },
};
