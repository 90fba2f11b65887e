import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { threadBounds } from '../rules/bounds.ts';
import { type ReplyRecord, revisionEntity, type ThreadRecord } from '../store/threads.ts';

/** What a post says of its edits, once its words are changed. */
export const revised = ({ edits }: { edits: number }, at: string) => ({ edits: edits + 1, editedAt: at });

/** Keeps the text of a post that is about to be replaced, and forgets the oldest beyond the bound (rule THREAD-3). */
export function addRevision(transaction: Transaction, post: ThreadRecord | ReplyRecord, at: string): void {
  const { projectId, threadId, content, contentBlocks } = post;
  const reply = 'reply' in post ? post.reply : 0;
  const revision = post.edits + 1;
  const writtenAt = post.editedAt ?? post.createdAt;
  const title = 'title' in post ? { title: post.title } : {};
  const of = { projectId, threadId, reply, revision };
  transaction.put(revisionEntity.encode({ ...of, ...title, content, contentBlocks, writtenAt, replacedAt: at }, 1));
  const forgotten = revision - threadBounds.revisions;
  if (forgotten > 0) transaction.delete(threadKeys.revision(projectId, threadId, reply, forgotten));
}
