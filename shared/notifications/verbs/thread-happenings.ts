import { postIdOf } from '../../discussions/rules/post-id.ts';
import { isClosed } from '../../discussions/rules/status.ts';
import {
  getReply,
  type ReplyRecord,
  replyEntity,
  type ThreadRecord,
  threadEntity,
} from '../../discussions/store/threads.ts';
import type { Context } from '../../kernel/context.ts';
import { excerptOf } from '../rules/inbox.ts';
import type { Change, Happening } from './happening.ts';
import type { Scenes } from './scenes.ts';

/** What a discussion tells that was written (rule NOTIFY-10). */
export async function threadHappenings(
  { db }: Pick<Context, 'db'>,
  change: Change,
  scenes: Scenes,
): Promise<Happening[]> {
  const thread = threadEntity.decode(change.after);
  if (thread.deletingAt !== undefined) return [];
  const earlier = change.before && threadEntity.decode(change.before);
  const told = [beginningOf(thread, earlier), assignmentOf(thread, earlier), mentionIn(thread, earlier)];
  if (earlier) {
    const participants = new Set(earlier.participantUserIds);
    const members = (await scenes.of(thread.projectId))?.members ?? [];
    const names = members.filter(({ userId }) => participants.has(userId)).map(({ username }) => username);
    told.push(statusOf(thread, earlier, names), await replyOf(db, thread, earlier, names));
  }
  return told.filter((one) => one !== undefined);
}

/** The users whom a reply mentions; the reply itself is reported by its thread, which lists the participants. */
export function replyHappenings({ before, after }: Change): Happening[] {
  const reply = replyEntity.decode(after);
  const mention = mentionOf(reply, before && replyEntity.decode(before));
  if (!mention) return [];
  const about = { number: reply.threadNumber, title: reply.threadTitle };
  return [{ ...ofPost(reply), ...mention, ...mentioning(reply.author, mention.concerned, about), actor: reply.author }];
}

type Numbered = Pick<ThreadRecord, 'number' | 'title'>;

const named = ({ number, title }: Numbered): string => `discussion #${number}: ${title}`;

const ofPost = (post: ThreadRecord | ReplyRecord) => ({
  projectId: post.projectId,
  source: { type: 'reply' in post ? 'reply' : 'thread', id: postIdOf(post) },
  targetUrl: `/discussions/${post.threadId}`,
  excerpt: excerptOf(post.content),
});

/** A change of a thread, which no other of it has the time of. */
const ofChange = (thread: ThreadRecord) => ({
  ...ofPost(thread),
  name: `${thread.threadId} ${thread.updatedAt}`,
  at: thread.updatedAt,
  actor: thread.changedBy,
});

function beginningOf(thread: ThreadRecord, earlier: ThreadRecord | undefined): Happening | undefined {
  if (earlier) return undefined;
  const title = `${thread.author} began ${named(thread)}`;
  return { ...ofChange(thread), kind: 'thread_started', concerned: [], title };
}

function assignmentOf(thread: ThreadRecord, earlier: ThreadRecord | undefined): Happening | undefined {
  const concerned = added(earlier?.assignees, thread.assignees);
  if (concerned.length === 0) return undefined;
  return {
    ...ofChange(thread),
    kind: 'assignment',
    concerned,
    title: `${thread.changedBy} gave you ${named(thread)}`,
    announcement: `${thread.changedBy} gave ${listed(concerned)} ${named(thread)}`,
  };
}

function mentionIn(thread: ThreadRecord, earlier: ThreadRecord | undefined): Happening | undefined {
  const mention = mentionOf(thread, earlier);
  // A user who is assigned in the same change is notified of that.
  const given = added(earlier?.assignees, thread.assignees);
  const concerned = mention?.concerned.filter((name) => !given.includes(name)) ?? [];
  if (!mention || concerned.length === 0) return undefined;
  return { ...ofPost(thread), ...mention, ...mentioning(thread.changedBy, concerned, thread), actor: thread.changedBy };
}

function mentionOf<T extends ThreadRecord | ReplyRecord>(post: T, earlier: T | undefined) {
  const concerned = added(earlier?.mentions, post.mentions);
  if (concerned.length === 0) return undefined;
  return { kind: 'mention' as const, name: `${postIdOf(post)} ${post.updatedAt}`, at: post.updatedAt, concerned };
}

const mentioning = (by: string, concerned: string[], about: Numbered) => ({
  concerned,
  title: `${by} mentioned you in ${named(about)}`,
  announcement: `${by} mentioned ${listed(concerned)} in ${named(about)}`,
});

function statusOf(thread: ThreadRecord, earlier: ThreadRecord, concerned: string[]): Happening | undefined {
  if (thread.status === earlier.status && thread.closeReason === earlier.closeReason) return undefined;
  const { changedBy, closeReason = 'resolved', status } = thread;
  const change = isClosed(thread)
    ? `closed as ${closeReason.replaceAll('_', ' ')}`
    : isClosed(earlier)
      ? 'opened again'
      : `set to ${status}`;
  return { ...ofChange(thread), kind: 'thread_status', concerned, title: `${changedBy} ${change} ${named(thread)}` };
}

/** Its own write raises the number of the thread's newest reply, and says who took part before. */
async function replyOf(
  db: Context['db'],
  { projectId, threadId, number, title, lastReply }: ThreadRecord,
  earlier: ThreadRecord,
  participants: readonly string[],
): Promise<Happening | undefined> {
  if (lastReply <= earlier.lastReply) return undefined;
  const reply = await getReply(db, projectId, threadId, lastReply);
  // Deleted since: there is no notification.
  if (!reply) return undefined;
  return {
    ...ofPost(reply),
    kind: 'reply',
    name: postIdOf(reply),
    at: reply.createdAt,
    // Mentioned users are notified of the mention.
    concerned: participants.filter((name) => !reply.mentions.includes(name)),
    actor: reply.author,
    title: `${reply.author} replied in ${named({ number, title })}`,
  };
}

const added = (before: readonly string[] = [], after: readonly string[]): string[] =>
  after.filter((name) => !before.includes(name));

const listed = (names: readonly string[]): string => names.join(', ');
