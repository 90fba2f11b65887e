import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { systemKeys, threadKeys } from '../../kernel/store/keys.ts';
import type { CloseReason, ThreadStatus } from '../rules/status.ts';
import type { Subject } from '../rules/subject.ts';

/** What a thread and a reply have in common. */
interface Post {
  projectId: string;
  threadId: string;
  /** Markdown. */
  content: string;
  /** JSON text: blocks are a client's own documents. */
  contentBlocks: string;
  author: string;
  authorUserId: string;
  /** Usernames of the members whom the text mentions, and their ids in the same order. */
  mentions: string[];
  mentionUserIds: string[];
  /** How often its words were changed. */
  edits: number;
  editedAt?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

/** A discussion, with its first post. */
export interface ThreadRecord extends Post {
  /** Counted in its project, from 1; never given again. */
  number: number;
  title: string;
  category: string;
  labels: string[];
  /** Usernames, and their ids in the same order. */
  assignees: string[];
  assigneeUserIds: string[];
  subjects: Subject[];
  status: ThreadStatus;
  closeReason?: CloseReason | undefined;
  closedAt?: string | undefined;
  closedBy?: string | undefined;
  /** Replies that are not deleted. */
  replyCount: number;
  /** Number of the newest reply that was ever made. */
  lastReply: number;
  /** When something was last written in it. */
  lastActivityAt: string;
  /** Who has written in it, has it or was mentioned in it. */
  participantUserIds: string[];
  /** Who changed it last, as the author of its event. */
  changedBy: string;
  changedByUserId: string;
  /** When its removal began: it is no longer readable. */
  deletingAt?: string | undefined;
}

/** Codec of threads. One that is being removed is in the sweep's list. */
export const threadEntity = defineEntity<ThreadRecord>({
  name: 'thread',
  version: 1,
  keys: ({ projectId, threadId, deletingAt }) => ({
    ...threadKeys.thread(projectId, threadId),
    ...(deletingAt === undefined ? {} : { gsi2pk: systemKeys.pending, gsi2sk: deletingAt }),
  }),
  slim: ({ projectId, threadId }) => ({ projectId, threadId }),
});

/** One more post of a thread. */
export interface ReplyRecord extends Post {
  /** Counted in its thread, from 1; never given again. */
  reply: number;
  /** Number of its thread, for notifications. */
  threadNumber: number;
  threadTitle: string;
}

export const replyEntity = defineEntity<ReplyRecord>({
  name: 'thread-reply',
  version: 1,
  keys: ({ projectId, threadId, reply }) => threadKeys.reply(projectId, threadId, reply),
});

/** An earlier text of a post. */
export interface RevisionRecord {
  projectId: string;
  threadId: string;
  /** 0 of the thread's own post. */
  reply: number;
  /** From 1, the first text. */
  revision: number;
  title?: string | undefined;
  content: string;
  contentBlocks: string;
  writtenAt: string;
  replacedAt: string;
}

export const revisionEntity = defineEntity<RevisionRecord>({
  name: 'thread-revision',
  version: 1,
  keys: ({ projectId, threadId, reply, revision }) => threadKeys.revision(projectId, threadId, reply, revision),
});

/** How many threads a project has had. */
interface ThreadCountRecord {
  projectId: string;
  last: number;
}

export const threadCountEntity = defineEntity<ThreadCountRecord>({
  name: 'thread-count',
  version: 1,
  keys: ({ projectId }) => threadKeys.count(projectId),
});

/** A thread, also while it is being removed. */
export async function getThread(
  db: Database,
  projectId: string,
  threadId: string,
): Promise<Stored<ThreadRecord> | undefined> {
  const item = await getItem(db, threadKeys.thread(projectId, threadId));
  return item && threadEntity.decode(item);
}

export async function getReply(
  db: Database,
  projectId: string,
  threadId: string,
  reply: number,
): Promise<Stored<ReplyRecord> | undefined> {
  const item = await getItem(db, threadKeys.reply(projectId, threadId, reply));
  return item && replyEntity.decode(item);
}

/** The number of the newest thread of a project, and the revision of what counts them; undefined before the first. */
export async function getThreadCount(db: Database, projectId: string): Promise<Stored<ThreadCountRecord> | undefined> {
  const item = await getItem(db, threadKeys.count(projectId));
  return item && threadCountEntity.decode(item);
}

/** The thread is being removed, which cannot be undone. */
export const ifRemoving: Condition = { expression: 'attribute_exists(deletingAt)' };
