import { forumCategory, forumPost, forumPostRevision } from '#shared/discussions/contract/schemas/discussions.ts';
import type { Category } from '#shared/discussions/rules/categories.ts';
import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import type { Subject } from '#shared/discussions/rules/subject.ts';
import type { ReplyRecord, RevisionRecord, ThreadRecord } from '#shared/discussions/store/threads.ts';
import { postEtag } from '#shared/discussions/verbs/etag.ts';
import { present } from '../http/present.ts';
import { Reply } from '../http/response.ts';

/** What `JSON.stringify` made of blocks that the schema had accepted. */
const blocksOf = (text: string) => JSON.parse(text) as Record<string, unknown>[];

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

/** The fields of every post that are more than a rename. */
const postFields = (post: ThreadRecord | ReplyRecord) => ({
  id: postIdOf(post),
  user_id: post.authorUserId,
  username: post.author,
  avatar_key: null,
  content_blocks: blocksOf(post.contentBlocks),
  is_deleted: false,
  is_ai_reply: false,
  revision_count: post.edits,
  etag: postEtag(post),
});

export const presentThread = (thread: ThreadRecord) =>
  present(forumPost, thread, {
    ...postFields(thread),
    parent_id: null,
    assignee_username: thread.assignees[0],
    ...presentAbout(thread.subjects),
  });

/** A reply, which has the category and the status of its thread. */
export const presentReply = (thread: ThreadRecord, reply: ReplyRecord) =>
  present(forumPost, reply, {
    ...postFields(reply),
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

export const presentRevision = (revision: RevisionRecord) =>
  present(forumPostRevision, revision, {
    number: revision.revision,
    content_blocks: blocksOf(revision.contentBlocks),
  });

export const presentCategory = (projectId: string, category: Category) =>
  present(forumCategory, category, { id: category.key, project_id: projectId, is_archived: category.archived });
