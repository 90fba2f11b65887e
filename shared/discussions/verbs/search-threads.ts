import type { ProjectContext } from '../../kernel/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Item, Stored } from '../../kernel/store/dynamodb/codec.ts';
import { queryPage } from '../../kernel/store/dynamodb/database.ts';
import type { Page, PageRequest } from '../../kernel/store/dynamodb/paging.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { type Clause, parseClauses } from '../../search/index/clauses.ts';
import { matchText } from '../../search/index/matcher.ts';
import { replyEntity, type ThreadRecord, threadEntity } from '../store/threads.ts';
import { matchesThread, type ThreadFilter } from './read-threads.ts';

/** Most pages of the table, a megabyte each, that one search reads. */
const pageBudget = 8;

/**
 * Threads of which a post has all words of a query, the newest first, by the analyzer of the search of notes (rule
 * THREAD-12). Posts are read by key: what was just written is found. Where there is more than one search reads, the oldest are not
 * looked at, and the total is null.
 * @throws ServiceError `invalid` for a cursor, which a search has none of.
 */
export async function searchThreads(
  ctx: ProjectContext,
  text: string,
  filter: ThreadFilter,
  { skip, limit, cursor }: PageRequest,
  pages: number = pageBudget,
): Promise<Page<Stored<ThreadRecord>>> {
  if (cursor !== undefined)
    throw new ServiceError('invalid_cursor', "cursor is not a 'next_cursor' of this list; use 'skip' with 'q'");
  const clauses = parseClauses(text);
  const { found, complete } = clauses.length > 0 ? await look(ctx, clauses, filter, pages) : nothing;
  const total = complete ? found.length : null;
  return { records: found.slice(skip, skip + limit), total, skip, limit, nextCursor: null };
}

const nothing = { found: [], complete: true };

async function look(ctx: ProjectContext, clauses: readonly Clause[], filter: ThreadFilter, pages: number) {
  const found = new Map<string, Stored<ThreadRecord>>();
  // A thread comes before its replies.
  let thread: Stored<ThreadRecord> | undefined;
  for await (const post of newestPosts(ctx, pages)) {
    if (post === 'more') return { found: [...found.values()], complete: false };
    if (post.thread) thread = matchesThread(post.thread, filter) ? post.thread : undefined;
    if (thread?.threadId !== post.threadId || found.has(post.threadId)) continue;
    if (matchText(post.text, clauses)) found.set(post.threadId, thread);
  }
  return { found: [...found.values()], complete: true };
}

/** The posts of a project by thread, the newest first; at last `more` where there are some behind the pages. */
async function* newestPosts({ db, projectId }: ProjectContext, pages: number): AsyncGenerator<FoundPost | 'more'> {
  const range = { ...threadKeys.ofProject(projectId), descending: true };
  let startKey: Item | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { items, lastKey } = await queryPage(db, range, startKey ? { startKey } : {});
    yield* items.flatMap((item) => postOf(item) ?? []);
    if (!lastKey) return;
    startKey = lastKey;
  }
  yield 'more';
}

interface FoundPost {
  threadId: string;
  text: string;
  /** Of the thread's own post. */
  thread?: Stored<ThreadRecord>;
}

/** What a post says; undefined for an earlier text, which is not searched. */
function postOf(item: Item): FoundPost | undefined {
  if (item.entity === threadEntity.name) {
    const thread = threadEntity.decode(item);
    return { threadId: thread.threadId, text: `${thread.title}\n${thread.content}`, thread };
  }
  if (item.entity !== replyEntity.name) return undefined;
  const { threadId, content } = replyEntity.decode(item);
  return { threadId, text: content };
}
