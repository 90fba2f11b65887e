import { addImageUses } from '../../images/verbs/add-image-uses.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { forbidden } from '../../kernel/errors.ts';
import { laterThan } from '../../kernel/rules/calendar.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { mayEditWords, maySort } from '../rules/rights.ts';
import { type CloseReason, isClosed, moveTo, type ThreadStatus } from '../rules/status.ts';
import type { Subject } from '../rules/subject.ts';
import type { ThreadRecord } from '../store/threads.ts';
import { requireCategory } from './categories.ts';
import { requirePostMatch } from './etag.ts';
import { actingOf, findPeople, type People, withParticipants } from './people.ts';
import { readPost, unknownPost } from './read-threads.ts';
import { addRevision, revised } from './revisions.ts';
import { completeSubjects } from './subjects.ts';
import { addThread } from './write-thread.ts';

/** Changes to a thread; what is undefined stays. */
export interface ThreadChanges {
  title?: string | undefined;
  content?: string | undefined;
  /** JSON text. */
  contentBlocks?: string | undefined;
  category?: string | undefined;
  labels?: readonly string[] | undefined;
  /** Usernames. */
  assignees?: readonly string[] | undefined;
  /** The new subjects, from the present ones. */
  subjects?: ((before: readonly Subject[]) => readonly Subject[]) | undefined;
  status?: { status: ThreadStatus; reason?: CloseReason | undefined } | undefined;
  /** One that is closed is open then; one that is not stays as it is. */
  reopen?: boolean | undefined;
}

/**
 * Changes a thread, and keeps its earlier text if that changes. Equal values are not a change.
 * @throws ServiceError `not-found`; `forbidden` by rule THREAD-4; `unknown-reference` as for a new thread; `conflict`
 * if `ifMatch` does not fit.
 */
export function updateThread(
  ctx: ProjectContext,
  threadId: string,
  changes: ThreadChanges,
  ifMatch?: string,
): Promise<ThreadRecord> {
  return applyOnceWithRetries(ctx, `Thread '${threadId}'`, async () => {
    const { thread: before, reply } = await readPost(ctx, threadId);
    if (reply) throw unknownPost(ctx, threadId);
    requirePostMatch(threadId, before, ifMatch);
    const at = laterThan(before.updatedAt, nowOf(ctx));
    const words = wordsOf(before, changes);
    const sorted = await sortingOf(ctx, before, changes, at);
    if (!words && !sorted) return before;
    refuseStranger(ctx, before, { words: words !== undefined, sorted: sorted !== undefined });
    const { mentions } = words ? await findPeople(ctx, words.content, undefined) : {};
    const edited = words && { ...words, ...(mentions && mentionsOf(mentions)), ...revised(before, at) };
    const after = changed(ctx, before, { ...edited, ...sorted }, at);
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, after);
    if (words) {
      addRevision(transaction, before, at);
      await addImageUses(transaction, ctx, threadKeys.thread(ctx.projectId, threadId), words.content);
    }
    addThread(transaction, before, after);
    await transaction.commit();
    return after;
  });
}

const mentionsOf = ({ names, userIds }: People) => ({ mentions: names, mentionUserIds: userIds });

/** What its words are then; undefined where they stay. */
function wordsOf(before: ThreadRecord, changes: ThreadChanges) {
  const title = changes.title ?? before.title;
  const content = changes.content ?? before.content;
  const contentBlocks = changes.contentBlocks ?? before.contentBlocks;
  const stay = title === before.title && content === before.content && contentBlocks === before.contentBlocks;
  return stay ? undefined : { title, content, contentBlocks };
}

type Sorting = Partial<ThreadRecord>;

/** What else of it changes; undefined where nothing does. */
async function sortingOf(
  ctx: ProjectContext,
  before: ThreadRecord,
  { category, labels, assignees, subjects, ...standing }: ThreadChanges,
  at: string,
): Promise<Sorting | undefined> {
  const [, people, about] = await Promise.all([
    category === undefined || category === before.category ? undefined : requireCategory(ctx, category),
    // Who has it already keeps it, also where they have left since.
    assignees && !same(assignees, before.assignees) ? findPeople(ctx, undefined, assignees) : undefined,
    subjects && completeSubjects(ctx, subjects(before.subjects), { before: before.subjects }),
  ]);
  const { username } = ctx.actor.user;
  const status = standing.reopen && isClosed(before) ? { status: 'open' as const } : standing.status;
  const sorting: Sorting = {
    ...(category !== undefined && category !== before.category ? { category } : {}),
    ...(labels && !same(labels, before.labels) ? { labels: [...new Set(labels)] } : {}),
    ...(people ? { assignees: people.assignees.names, assigneeUserIds: people.assignees.userIds } : {}),
    ...(about && !same(about, before.subjects) ? { subjects: about } : {}),
    ...closingOf(status && moveTo(before, status, { username, at })),
  };
  return Object.keys(sorting).length > 0 ? sorting : undefined;
}

/** A reopened thread has no closer. */
const closingOf = (moved: ReturnType<typeof moveTo>): Sorting =>
  moved ? { closeReason: undefined, closedAt: undefined, closedBy: undefined, ...moved } : {};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function refuseStranger(ctx: ProjectContext, thread: ThreadRecord, of: { words: boolean; sorted: boolean }): void {
  const by = actingOf(ctx);
  if (of.words && !mayEditWords(by, thread))
    throw forbidden(`The text of thread '${thread.threadId}' may be changed by its author '${thread.author}'`);
  if (of.sorted && !maySort(by, thread))
    throw forbidden(
      `Thread '${thread.threadId}' may be changed by its author '${thread.author}', its assignees and editors of the project`,
    );
}

function changed(
  ctx: ProjectContext,
  { rev: _rev, ...before }: Stored<ThreadRecord>,
  changes: Sorting,
  at: string,
): ThreadRecord {
  const { userId, username } = ctx.actor.user;
  const told = [...(changes.assigneeUserIds ?? []), ...(changes.mentionUserIds ?? [])];
  return {
    ...before,
    ...changes,
    participantUserIds: withParticipants(before.participantUserIds, told),
    changedBy: username,
    changedByUserId: userId,
    updatedAt: at,
    lastActivityAt: laterThan(before.lastActivityAt, at),
  };
}
