import { targetName } from '../../chips/rules/target-kinds.ts';
import { readChip } from '../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { queryPages } from '../../kernel/store/dynamodb/database.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { isClosed } from '../rules/status.ts';
import { decodeThreadRow, getThreadsOf, type ThreadRow } from '../store/thread-rows.ts';

/** Most megabytes of rows that a summary looks at: about five thousand threads, the newest. */
export const summaryMegabytes = 2;

/** A qubit or coupling that open threads are about. */
export interface DiscussedTarget {
  kind: 'qubit' | 'coupling';
  id: string;
  threads: number;
  newest: { threadId: string; number: number; title: string };
}

export interface ThreadsSummary {
  /** Open threads about anything of the chip; undefined where there are more than were looked at. */
  total: number | undefined;
  /** Ordered by their newest thread, the newest first. */
  targets: DiscussedTarget[];
}

/** Which targets of a chip the threads are about that are not closed. @throws ServiceError `not-found` for the chip. */
export async function summarizeThreads(ctx: ProjectContext, chipId: string): Promise<ThreadsSummary> {
  const [, { rows, isWhole }] = await Promise.all([readChip(ctx, chipId), readRows(ctx, chipId)]);
  const open = rows.filter((row) => row.deletingAt === undefined && !isClosed(row));
  const targets = new Map<string, DiscussedTarget>();
  for (const row of await titled(ctx, open)) {
    const { threadId, number, title } = row;
    for (const { kind, id } of targetsOf(row, chipId)) {
      const known = targets.get(targetName({ kind, id }));
      if (known) known.threads += 1;
      else targets.set(targetName({ kind, id }), { kind, id, threads: 1, newest: { threadId, number, title } });
    }
  }
  return { total: isWhole ? open.length : undefined, targets: [...targets.values()] };
}

/** The rows of a chip's threads, the newest first. */
async function readRows({ db, projectId }: ProjectContext, chipId: string) {
  const rows: Stored<ThreadRow>[] = [];
  const range = { ...threadKeys.rows(projectId, { kind: 'chip', chipId }), descending: true };
  let full = 0;
  const countFull = () => {
    full += 1;
  };
  for await (const items of queryPages(db, range, countFull)) {
    rows.push(...items.map(decodeThreadRow));
    if (full === summaryMegabytes) return { rows, isWhole: false };
  }
  return { rows, isWhole: true };
}

/** Rows with the titles of their threads, in their order: the thread itself is read for a row of the first version, which has none. */
async function titled({ db }: ProjectContext, rows: readonly ThreadRow[]): Promise<(ThreadRow & { title: string })[]> {
  const bare = rows.filter(({ title }) => title === undefined);
  const threads = bare.length === 0 ? [] : await getThreadsOf(db, bare);
  const titles = new Map(threads.map(({ threadId, title }) => [threadId, title]));
  return rows.flatMap((row) => {
    const title = row.title ?? titles.get(row.threadId);
    return title === undefined ? [] : [{ ...row, title }];
  });
}

/** The targets of a chip that a thread is about, each once, whatever of them it is about. */
function targetsOf({ subjects }: ThreadRow, chipId: string): Pick<DiscussedTarget, 'kind' | 'id'>[] {
  const all = subjects.flatMap(({ chipId: of, targetType: kind, targetId: id }) =>
    of === chipId && kind !== undefined && id !== undefined ? [{ kind, id }] : [],
  );
  return [...new Map(all.map((target) => [targetName(target), target])).values()];
}
