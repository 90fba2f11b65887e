import type { ImportOutcome } from '#shared/archives/rules/import-report.ts';
import { mentionedNames } from '#shared/discussions/rules/mentions.ts';
import { isClosed, type ThreadStatus } from '#shared/discussions/rules/status.ts';
import { placesOfAll, type Subject } from '#shared/discussions/rules/subject.ts';
import type { ThreadRecord } from '#shared/discussions/store/threads.ts';
import { type Mapping, Refusal } from './collection.ts';
import { type Doc, idOf, plain, textOf, timesOf } from './document.ts';

/** What a thread is in its collection. */
export interface Classified {
  category: string;
  labels: string[];
  assignees: string[];
  subjects: Subject[];
  status: ThreadStatus;
  /** The lowest number of a thread of the collection: numbers are the same in a later dump, which has more threads. */
  numbersFrom: number;
}

/** Most replies of a thread, as the service allows (rule THREAD-9). */
const mostReplies = 1000;

type Outcomes = Map<Doc, ImportOutcome | Refusal>;

/**
 * Emits the threads of a collection in the order of their numbers or times, each with its replies.
 * @returns the outcome of each document.
 */
export function emitThreads(
  docs: readonly Doc[],
  mapping: Mapping,
  classify: (doc: Doc) => Classified | Refusal,
): (ImportOutcome | Refusal)[] {
  const outcomes: Outcomes = new Map();
  const isReply = (doc: Doc) => textOf(doc, 'parent_id') !== '';
  const replies = Map.groupBy(docs.filter(isReply), (doc) => textOf(doc, 'parent_id'));
  for (const doc of docs.filter((one) => !isReply(one)).toSorted(byNumber)) {
    const own = (replies.get(idOf(doc)) ?? []).toSorted(byTime);
    replies.delete(idOf(doc));
    const about = problemOf(doc) ?? classify(doc);
    if (typeof about === 'string' || about instanceof Refusal) {
      outcomes.set(doc, about);
      settle(outcomes, own, new Refusal('its thread is not imported'));
      continue;
    }
    outcomes.set(doc, 'imported');
    const kept = settle(outcomes, own, 'imported');
    settle(outcomes, kept.slice(mostReplies), new Refusal(`a thread has at most ${mostReplies} replies`));
    emitThread(doc, kept.slice(0, mostReplies), about, mapping);
  }
  for (const orphans of replies.values()) settle(outcomes, orphans, new Refusal('its thread is not in the dump'));
  return docs.map((doc) => outcomes.get(doc) ?? new Refusal('cannot be read'));
}

/** Gives replies an outcome, but for deleted ones, which are kept. @returns the others. */
function settle(outcomes: Outcomes, replies: readonly Doc[], outcome: ImportOutcome | Refusal): Doc[] {
  for (const reply of replies) outcomes.set(reply, isDeleted(reply) ? 'kept' : outcome);
  return replies.filter((reply) => !isDeleted(reply));
}

const byTime = (a: Doc, b: Doc): number => {
  const [one, other] = [a, b].map((doc) => `${timesOf(doc).createdAt} ${idOf(doc)}`) as [string, string];
  return one < other ? -1 : 1;
};

/** Numbered ones by their number, the others behind them. */
const byNumber = (a: Doc, b: Doc): number => {
  const [one, other] = [a, b].map(({ number }) => (typeof number === 'number' ? number : Number.POSITIVE_INFINITY)) as [
    number,
    number,
  ];
  return one === other ? byTime(a, b) : one - other;
};

/** What was deleted is hidden in QDash and is not imported; it is in the archive of the import. */
const isDeleted = (doc: Doc): boolean => doc.is_deleted === true;

function problemOf(doc: Doc): ImportOutcome | Refusal | undefined {
  if (isDeleted(doc)) return 'kept';
  return /^[0-9a-f]{24}$/.test(idOf(doc)) ? undefined : new Refusal('its id is not that of a MongoDB document');
}

function emitThread(doc: Doc, replies: readonly Doc[], { numbersFrom, ...about }: Classified, mapping: Mapping): void {
  const { projectId, tally, remark, emit } = mapping;
  const last = tally.threads.get(projectId) ?? 0;
  const wanted = typeof doc.number === 'number' ? doc.number : 0;
  const number = Math.max(wanted, last + 1, numbersFrom);
  if (wanted > 0 && number !== wanted)
    remark('changed', 'a thread gets another number, since its own is taken', `${wanted} is ${number}`);
  tally.threads.set(projectId, number);
  const written = postOf(doc, mapping);
  const title = textOf(doc, 'title', textOf(doc, 'content').split('\n')[0] ?? '').slice(0, 200) || 'Without a title';
  const posts = replies.map((reply) => postOf(reply, mapping));
  const lastActivityAt =
    [written, ...posts]
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? written.updatedAt;
  const assigneeUserIds = about.assignees.map((name) => mapping.survey.userId(name));
  const people = [written, ...posts].flatMap(({ authorUserId, mentionUserIds }) => [authorUserId, ...mentionUserIds]);
  const thread: ThreadRecord = {
    ...{ ...written, projectId, threadId: idOf(doc), number, title, ...about, assigneeUserIds },
    ...(isClosed(about)
      ? { closeReason: 'resolved' as const, closedAt: written.updatedAt, closedBy: written.author }
      : {}),
    ...{ replyCount: posts.length, lastReply: posts.length, lastActivityAt },
    participantUserIds: [...new Set([...people, ...assigneeUserIds])].slice(0, 200),
    ...{ changedBy: written.author, changedByUserId: written.authorUserId },
  };
  emit('thread', thread);
  const { threadId, category, status, author, subjects, labels, assignees } = thread;
  const row = { projectId, number, threadId, title, status, category, labels, assignees, author, subjects };
  emit('thread-row', row);
  for (const place of placesOfAll(subjects)) emit('thread-row', { ...row, place });
  for (const [n, post] of posts.entries())
    emit('thread-reply', { ...post, projectId, threadId, reply: n + 1, threadNumber: number, threadTitle: title });
}

function postOf(doc: Doc, { survey, remark, projectId }: Mapping) {
  if (doc.is_ai_reply === true) remark('left_out', 'the mark of a reply that an assistant wrote', idOf(doc));
  const author = textOf(doc, 'username');
  const mentions = mentionedNames(textOf(doc, 'content')).filter((name) => survey.users.has(name));
  return {
    ...{ projectId, content: textOf(doc, 'content'), author, authorUserId: survey.userId(author) },
    contentBlocks: JSON.stringify(Array.isArray(doc.content_blocks) ? plain(doc.content_blocks) : []),
    ...{ mentions, mentionUserIds: mentions.map((name) => survey.userId(name)), edits: 0 },
    ...timesOf(doc),
  };
}
