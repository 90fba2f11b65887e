import { v7 as uuidV7 } from 'uuid';
import { addImageUses } from '../../images/verbs/add-image-uses.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { moveTo, type ThreadStatus } from '../rules/status.ts';
import type { Subject } from '../rules/subject.ts';
import { getThreadCount, type ThreadRecord, threadCountEntity } from '../store/threads.ts';
import { requireCategory } from './categories.ts';
import { findPeople, withParticipants } from './people.ts';
import { completeSubjects, type UnknownSubject } from './subjects.ts';
import { addThread } from './write-thread.ts';

/** A requested thread. */
export interface NewThread {
  category: string;
  title: string;
  content: string;
  /** JSON text. */
  contentBlocks: string;
  labels: readonly string[];
  /** Usernames. */
  assignees: readonly string[];
  subjects: readonly Subject[];
  status: ThreadStatus;
}

/**
 * Begins a thread, under the next number of its project.
 * @throws ServiceError `unknown-reference` for a category, an assignee or (unless `unknown` says otherwise) a subject that
 * is not there.
 */
export function createThread(ctx: ProjectContext, input: NewThread, unknown?: UnknownSubject): Promise<ThreadRecord> {
  return applyOnceWithRetries(ctx, `The list of threads of project '${ctx.projectId}'`, async () => {
    const { projectId } = ctx;
    const [count, , people, subjects] = await Promise.all([
      getThreadCount(ctx.db, projectId),
      requireCategory(ctx, input.category),
      findPeople(ctx, input.content, input.assignees),
      completeSubjects(ctx, input.subjects, { unknown }),
    ]);
    const { userId, username } = ctx.actor.user;
    const now = nowOf(ctx);
    const { mentions, assignees } = people;
    const thread: ThreadRecord = {
      projectId,
      threadId: uuidV7({ msecs: Date.parse(now) }).replaceAll('-', ''),
      number: (count?.last ?? 0) + 1,
      ...{ title: input.title, content: input.content, contentBlocks: input.contentBlocks, category: input.category },
      labels: [...new Set(input.labels)],
      ...{ author: username, authorUserId: userId, changedBy: username, changedByUserId: userId },
      ...{ mentions: mentions.names, mentionUserIds: mentions.userIds },
      ...{ assignees: assignees.names, assigneeUserIds: assignees.userIds },
      participantUserIds: withParticipants([userId], [...assignees.userIds, ...mentions.userIds]),
      subjects,
      ...(moveTo({ status: 'open' }, { status: input.status }, { username, at: now }) ?? { status: 'open' }),
      ...{ replyCount: 0, lastReply: 0, edits: 0 },
      ...{ createdAt: now, updatedAt: now, lastActivityAt: now },
    };
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, thread);
    transaction.put(
      threadCountEntity.encode({ projectId, last: thread.number }, (count?.rev ?? 0) + 1),
      count ? ifRevision(count.rev) : ifAbsent,
      staleRead,
    );
    addThread(transaction, undefined, thread);
    await addImageUses(transaction, ctx, threadKeys.thread(projectId, thread.threadId), thread.content);
    await transaction.commit();
    return thread;
  });
}
