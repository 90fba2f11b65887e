import fc from 'fast-check';
import { categoriesEntity } from '#shared/discussions/store/categories.ts';
import { knowledgeEntity, taskCaseEntity } from '#shared/discussions/store/knowledge.ts';
import { threadRowEntity } from '#shared/discussions/store/thread-rows.ts';
import { replyEntity, revisionEntity, threadCountEntity, threadEntity } from '#shared/discussions/store/threads.ts';
import { count, of, text } from './case.ts';
import { anyId, instant } from './ids.ts';

const number = fc.integer({ min: 1, max: 99_999 });
const texts = fc.array(text, { maxLength: 3 });
const status = fc.constantFrom('open', 'investigating', 'identified', 'resolved');
const subject = fc.record(
  {
    type: fc.constantFrom('chip', 'qubit', 'metric', 'task_result', 'execution', 'cooldown'),
    chipId: anyId,
    targetType: fc.constant('qubit'),
    targetId: anyId,
    metricKey: anyId,
    taskId: anyId,
    taskName: text,
    executionId: anyId,
    cooldownId: anyId,
  },
  { requiredKeys: ['type'] },
);
const subjects = fc.array(subject, { maxLength: 3 });
const ids = { projectId: anyId, threadId: anyId };

const post = {
  ...ids,
  content: text,
  contentBlocks: fc.json({ maxDepth: 3 }),
  author: text,
  authorUserId: anyId,
  mentions: texts,
  mentionUserIds: texts,
  edits: count,
  editedAt: instant,
  createdAt: instant,
  updatedAt: instant,
};

const sorted = { number, status, category: text, labels: texts, assignees: texts, author: text, subjects };

/** Codecs of threads, with their records. */
export const threadEntities = [
  of(
    threadEntity,
    fc.record(
      {
        ...post,
        ...sorted,
        title: text,
        assigneeUserIds: texts,
        closeReason: fc.constantFrom('resolved', 'duplicate'),
        closedAt: instant,
        closedBy: text,
        replyCount: count,
        lastReply: count,
        lastActivityAt: instant,
        participantUserIds: texts,
        changedBy: text,
        changedByUserId: anyId,
        deletingAt: instant,
      },
      { requiredKeys: ['projectId', 'threadId', 'number', 'title', 'content', 'status', 'subjects'] },
    ),
  ),
  of(
    replyEntity,
    fc.record(
      { ...post, reply: number, threadNumber: number, threadTitle: text },
      { requiredKeys: ['projectId', 'threadId', 'reply', 'content'] },
    ),
  ),
  of(
    revisionEntity,
    fc.record(
      {
        ...ids,
        ...{ reply: count, revision: number, title: text, content: text, contentBlocks: fc.json({ maxDepth: 3 }) },
        ...{ writtenAt: instant, replacedAt: instant },
      },
      { requiredKeys: ['projectId', 'threadId', 'reply', 'revision', 'content'] },
    ),
  ),
  of(
    threadRowEntity,
    fc.record(
      {
        ...ids,
        ...sorted,
        place: fc.oneof(
          fc.record({ kind: fc.constant('chip' as const), chipId: anyId }),
          fc.record({ kind: fc.constant('execution' as const), executionId: anyId }),
        ),
        deletingAt: instant,
      },
      { requiredKeys: ['projectId', 'threadId', 'number', 'status', 'subjects'] },
    ),
  ),
  of(
    knowledgeEntity,
    fc.record(
      {
        ...{ projectId: anyId, issueId: anyId, taskId: anyId, taskName: text, chipId: anyId, qid: anyId },
        ...{ status: fc.constantFrom('draft', 'approved', 'rejected'), isResolved: fc.boolean(), figurePaths: texts },
        ...{ imageUrls: texts, reviewedByUserId: anyId, reviewedBy: text, createdAt: instant, updatedAt: instant },
        ...{ title: text, severity: fc.constantFrom('critical', 'info'), symptom: text, lessonLearned: texts },
      },
      { requiredKeys: ['projectId', 'issueId', 'taskId', 'status', 'title', 'createdAt', 'updatedAt'] },
    ),
  ),
  of(taskCaseEntity, fc.record({ projectId: anyId, taskName: anyId, issueId: anyId })),
  of(threadCountEntity, fc.record({ projectId: anyId, last: count })),
  of(
    categoriesEntity,
    fc.record({
      projectId: anyId,
      categories: fc.array(
        fc.record({
          ...{ key: anyId, name: text, description: text, color: fc.constant('info'), icon: text },
          ...{ sortOrder: count, archived: fc.boolean() },
        }),
        { maxLength: 3 },
      ),
    }),
  ),
];
