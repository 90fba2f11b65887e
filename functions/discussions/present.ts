import type { Category } from '#shared/discussions/rules/categories.ts';
import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import type { Subject } from '#shared/discussions/rules/subject.ts';
import type { ReplyRecord, RevisionRecord, ThreadRecord } from '#shared/discussions/store/threads.ts';
import { postEtag } from '#shared/discussions/verbs/etag.ts';
import { Reply } from '../http/response.ts';

/** What `JSON.stringify` made of blocks that the schema had accepted. */
const blocksOf = (text: string) => JSON.parse(text) as Record<string, unknown>[];

const presentSubject = (subject: Subject) => ({
  type: subject.type,
  chip_id: subject.chipId ?? null,
  target_type: subject.targetType ?? null,
  target_id: subject.targetId ?? null,
  metric_key: subject.metricKey ?? null,
  task_id: subject.taskId ?? null,
  task_name: subject.taskName ?? null,
  execution_id: subject.executionId ?? null,
  cooldown_id: subject.cooldownId ?? null,
});

/** What QDash's clients read of a thread's subjects: one target, or a chip, and a cool-down. */
function presentAbout(subjects: readonly Subject[]) {
  const placed = subjects.find(({ targetId }) => targetId !== undefined) ?? subjects.find(({ chipId }) => chipId);
  return {
    chip_id: placed?.chipId ?? null,
    target_type: placed?.targetType ?? null,
    target_id: placed?.targetId ?? null,
    cooldown_id: subjects.find(({ cooldownId }) => cooldownId)?.cooldownId ?? null,
  };
}

/** What every post says of itself. */
const presentWritten = (post: ThreadRecord | ReplyRecord) => ({
  id: postIdOf(post),
  project_id: post.projectId,
  user_id: post.authorUserId,
  username: post.author,
  avatar_key: null,
  content: post.content,
  content_blocks: blocksOf(post.contentBlocks),
  mentions: post.mentions,
  is_deleted: false,
  is_ai_reply: false,
  revision_count: post.edits,
  edited_at: post.editedAt ?? null,
  created_at: post.createdAt,
  updated_at: post.updatedAt,
  etag: postEtag(post),
});

export const presentThread = (thread: ThreadRecord) => ({
  ...presentWritten(thread),
  number: thread.number,
  category: thread.category,
  title: thread.title,
  parent_id: null,
  labels: thread.labels,
  assignee_username: thread.assignees[0] ?? null,
  assignees: thread.assignees,
  status: thread.status,
  close_reason: thread.closeReason ?? null,
  closed_at: thread.closedAt ?? null,
  closed_by: thread.closedBy ?? null,
  ...presentAbout(thread.subjects),
  subjects: thread.subjects.map(presentSubject),
  reply_count: thread.replyCount,
  last_activity_at: thread.lastActivityAt,
});

/** A reply, which has the category and the status of its thread. */
export const presentReply = (thread: ThreadRecord, reply: ReplyRecord) => ({
  ...presentWritten(reply),
  number: null,
  category: thread.category,
  title: null,
  parent_id: thread.threadId,
  labels: [],
  assignee_username: null,
  assignees: [],
  status: thread.status,
  close_reason: null,
  closed_at: null,
  closed_by: null,
  ...presentAbout([]),
  subjects: [],
  reply_count: 0,
  last_activity_at: reply.updatedAt,
});

/** A post, with the entity tag for its next edit. */
export const postReply = ({ thread, reply }: { thread: ThreadRecord; reply?: ReplyRecord | undefined }) =>
  new Reply(reply ? presentReply(thread, reply) : presentThread(thread), { etag: postEtag(reply ?? thread) });

export const presentRevision = (revision: RevisionRecord) => ({
  number: revision.revision,
  title: revision.title ?? null,
  content: revision.content,
  content_blocks: blocksOf(revision.contentBlocks),
  written_at: revision.writtenAt,
  replaced_at: revision.replacedAt,
});

export const presentCategory = (projectId: string, category: Category) => ({
  id: category.key,
  project_id: projectId,
  key: category.key,
  name: category.name,
  description: category.description,
  color: category.color,
  icon: category.icon,
  sort_order: category.sortOrder,
  is_archived: category.archived,
});
