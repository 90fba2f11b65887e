import { expect } from 'vitest';
import { rowsOf, threadRowEntity } from '#shared/discussions/store/thread-rows.ts';
import { replyEntity, revisionEntity, threadCountEntity, threadEntity } from '#shared/discussions/store/threads.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Entity, Stored } from '#shared/kernel/store/dynamodb/codec.ts';

/**
 * The invariants of every table, for one project: a thread is listed in its current state at all of its places, and
 * nothing else is; it has the replies that it counts; a post has the texts that its edits replaced; numbers are given
 * once. Answers the content: titles and texts, texts replaced by an edit in brackets.
 */
export function checkThreads(table: Map<string, string>, projectId: string): string[] {
  const items = [...table.values()].map((text) => fromImage(JSON.parse(text)));
  const all = <T extends { projectId: string }>(entity: Entity<T>): Stored<T>[] =>
    items
      .filter((item) => item.entity === entity.name)
      .map((item) => entity.decode(item))
      .filter((record) => record.projectId === projectId);
  const threads = all(threadEntity);
  const replies = all(replyEntity);
  const revisions = all(revisionEntity);
  const sorted = (texts: readonly object[]) => texts.map((text) => JSON.stringify(inOrder(text))).sort();
  expect(sorted(all(threadRowEntity).map(({ rev: _, ...row }) => row))).toEqual(sorted(threads.flatMap(rowsOf)));
  expect(new Set(threads.map(({ number }) => number)).size).toBe(threads.length);
  const last = all(threadCountEntity)[0]?.last ?? 0;
  for (const { number } of threads) expect(number).toBeLessThanOrEqual(last);
  const ids = new Set(threads.map(({ threadId }) => threadId));
  for (const { threadId } of [...replies, ...revisions]) expect(ids).toContain(threadId);
  const standing = threads.filter(({ deletingAt }) => deletingAt === undefined);
  return standing.flatMap((thread) => {
    const own = replies.filter(({ threadId }) => threadId === thread.threadId);
    expect(own.length).toBe(thread.replyCount);
    for (const { reply } of own) expect(reply).toBeLessThanOrEqual(thread.lastReply);
    return [{ ...thread, reply: 0 }, ...own].map((post) => {
      const former = revisions.filter(({ threadId, reply }) => threadId === post.threadId && reply === post.reply);
      expect(former.map(({ revision }) => revision).sort()).toEqual(
        former.map((_, n) => post.edits - former.length + n + 1),
      );
      const title = 'title' in post ? `${post.title}, ${post.status}: ` : '';
      return `${title}${post.content}${former.map(({ content }) => ` (${content})`).join('')}`;
    });
  });
}

/** The table keeps no order of the fields of a map. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, inOrder(one)]));
}
