import { imageAt, imagesOf } from '../../images/rules/reference.ts';
import { imageAddressesIn } from '../../images/rules/searched-image.ts';
import { addUsesOf } from '../../images/verbs/add-image-uses.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { conflict, notInProject } from '../../kernel/errors.ts';
import { laterThan } from '../../kernel/rules/calendar.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { getTaskResult } from '../../results/store/task-results.ts';
import { draftOf, type KnowledgeFields, type KnowledgeStatus, saysAll } from '../rules/knowledge.ts';
import { isClosed } from '../rules/status.ts';
import {
  decodeKnowledge,
  getKnowledge,
  type KnowledgeRecord,
  knowledgeEntity,
  taskCaseEntity,
} from '../store/knowledge.ts';
import { replyEntity } from '../store/threads.ts';
import { readIssue, taskOf } from './issues.ts';

const nameOf = (issueId: string): string => `Knowledge of issue '${issueId}'`;

/** A case. @throws ServiceError `not-found`. */
export async function readKnowledge(ctx: ProjectContext, issueId: string): Promise<Stored<KnowledgeRecord>> {
  const found = await getKnowledge(ctx.db, ctx.projectId, issueId);
  if (!found) throw notInProject('Knowledge', issueId, ctx.projectId);
  return found;
}

export interface KnowledgeFilter {
  status?: string | undefined;
  taskName?: string | undefined;
  /** Words that a case has. */
  text?: string | undefined;
}

/** Cases, the newest first. @throws ServiceError `invalid` for a `skip` out of bounds. */
export const listKnowledge = (
  ctx: ProjectContext,
  { status, taskName, text }: KnowledgeFilter,
  page: PageRequest,
): Promise<Page<Stored<KnowledgeRecord>>> =>
  readPage(ctx.db, { ...threadKeys.allKnowledge(ctx.projectId), descending: true }, page, {
    decode: decodeKnowledge,
    keep: (one) =>
      (status === undefined || one.status === status) &&
      (taskName === undefined || one.taskName === taskName) &&
      (text === undefined || saysAll(one, text)),
  });

/**
 * Drafts a case from an issue.
 * @throws ServiceError `not-found` for the issue; `conflict` if it has one.
 */
export function extractKnowledge(ctx: ProjectContext, issueId: string): Promise<KnowledgeRecord> {
  return applyOnceWithRetries(ctx, nameOf(issueId), async () => {
    const { thread, reply } = await readIssue(ctx, issueId);
    if (reply) throw notInProject('Issue', issueId, ctx.projectId);
    if (await getKnowledge(ctx.db, ctx.projectId, issueId))
      throw conflict(`${nameOf(issueId)} already exists`, 'already_exists');
    const taskId = taskOf(thread) ?? '';
    const replies = { ...threadKeys.replies(ctx.projectId, issueId), descending: true };
    const [result, { records }] = await Promise.all([
      getTaskResult(ctx.db, ctx.projectId, taskId),
      readPage(ctx.db, replies, { skip: 0, limit: 200 }, { decode: (item) => replyEntity.decode(item), total: 0 }),
    ]);
    const texts = [thread.content, ...records.map(({ content }) => content)];
    const now = nowOf(ctx);
    const made: KnowledgeRecord = {
      ...draftOf({ title: thread.title, content: thread.content, lastReply: records[0]?.content }),
      ...{ projectId: ctx.projectId, issueId, taskId, taskName: result?.name ?? '' },
      ...{ chipId: result?.chipId ?? '', qid: result?.qid ?? '', status: 'draft', isResolved: isClosed(thread) },
      ...{ figurePaths: result?.figurePaths ?? [], imageUrls: imageAddressesIn(texts), createdAt: now, updatedAt: now },
    };
    await write(ctx, undefined, made);
    return made;
  });
}

/** Changes to a case; what is undefined stays. */
export type KnowledgeChanges = { [Field in keyof KnowledgeFields]?: KnowledgeFields[Field] | undefined };

/** @throws ServiceError `not-found`; `conflict` for a case that was judged. */
export const updateKnowledge = (ctx: ProjectContext, issueId: string, changes: KnowledgeChanges) =>
  change(ctx, issueId, (before) => ({
    ...before,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  }));

/** Approves or rejects a draft; an equal status stays. @throws as `updateKnowledge`. */
export const judgeKnowledge = (ctx: ProjectContext, issueId: string, status: Exclude<KnowledgeStatus, 'draft'>) =>
  change(
    ctx,
    issueId,
    (before) => ({
      ...before,
      status,
      reviewedBy: ctx.actor.user.username,
      reviewedByUserId: ctx.actor.user.userId,
    }),
    status,
  );

function change(
  ctx: ProjectContext,
  issueId: string,
  make: (before: KnowledgeRecord) => KnowledgeRecord,
  standing?: KnowledgeStatus,
): Promise<KnowledgeRecord> {
  return applyOnceWithRetries(ctx, nameOf(issueId), async () => {
    const stored = await readKnowledge(ctx, issueId);
    if (stored.status === standing) return stored;
    if (stored.status !== 'draft') throw conflict(`${nameOf(issueId)} is ${stored.status}`);
    const { rev: _rev, ...before } = stored;
    const after = { ...make(before), updatedAt: laterThan(before.updatedAt, nowOf(ctx)) };
    await write(ctx, stored, after);
    return after;
  });
}

/** Deletes a case. @throws ServiceError `not-found`. */
export async function deleteKnowledge(ctx: ProjectContext, issueId: string): Promise<void> {
  await applyOnceWithRetries(ctx, nameOf(issueId), async () => {
    const { rev, status, taskName } = await readKnowledge(ctx, issueId);
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, undefined);
    transaction.delete(threadKeys.knowledge(ctx.projectId, issueId), ifRevision(rev), staleRead);
    if (isOfTask({ status, taskName }))
      transaction.delete(threadKeys.knowledgeOfTask(ctx.projectId, taskName, issueId));
    await transaction.commit();
  });
}

/** The images of a case: those of its issue, which may be deleted before it, and those of its own texts. */
function imagesOfCase({ imageUrls, ...fields }: KnowledgeRecord): string[] {
  const own = Object.values(fields).flatMap((value) => (typeof value === 'string' ? imagesOf(value) : []));
  return [...new Set([...own, ...imageUrls.flatMap((url) => imageAt(url) ?? [])])].slice(0, mostImagesOfCase);
}

/** Each is two writes of a transaction; an issue with more keeps the others as long as it exists. */
const mostImagesOfCase = 40;

async function write(ctx: ProjectContext, before: Stored<KnowledgeRecord> | undefined, after: KnowledgeRecord) {
  const transaction = new Transaction(ctx.db);
  addAppliedMark(transaction, ctx, after);
  const condition = before ? ifRevision(before.rev) : ifAbsent;
  transaction.put(knowledgeEntity.encode(after, (before?.rev ?? 0) + 1), condition, staleRead);
  const { projectId, taskName, issueId } = after;
  await addUsesOf(transaction, ctx, threadKeys.knowledge(projectId, issueId), imagesOfCase(after));
  if (isOfTask(after)) transaction.put(taskCaseEntity.encode({ projectId, taskName, issueId }, 1));
  await transaction.commit();
}

/** Whether the knowledge of a task shows this case (rule KNOW-3). */
const isOfTask = ({ status, taskName }: Pick<KnowledgeRecord, 'status' | 'taskName'>): boolean =>
  status === 'approved' && taskName !== '';
