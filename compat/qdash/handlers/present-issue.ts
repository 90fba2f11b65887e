import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import { isClosed } from '#shared/discussions/rules/status.ts';
import { taskOf } from '#shared/discussions/verbs/issues.ts';
import type { Issue } from '../verbs/issues.ts';

/** An issue, or a reply to one, on the wire. */
export function presentIssue({ thread, reply }: Issue) {
  const post = reply ?? thread;
  return {
    id: postIdOf(post),
    task_id: taskOf(thread) ?? '',
    user_id: post.authorUserId,
    username: post.author,
    avatar_key: null,
    title: reply ? null : thread.title,
    content: post.content,
    created_at: post.createdAt,
    updated_at: post.updatedAt,
    parent_id: reply ? thread.threadId : null,
    reply_count: reply ? 0 : thread.replyCount,
    is_closed: isClosed(thread),
    is_ai_reply: false,
  };
}
