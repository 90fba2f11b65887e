import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { inProject } from '../api/queries.ts';
import type { TargetKind, Thread } from '../api/wire.ts';

/** What is marked on a map: of each layer the targets, with a line that says why. */
export type MarkedTargets = Readonly<Record<TargetKind, ReadonlyMap<string, string>>>;

/** The newest threads about anything of a chip that are not closed: what a map marks. */
export const openThreadsQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('discussions', 'of-chip', chipId),
    queryFn: () => api.listForumPosts({ query: { chip_id: chipId, status: 'unresolved', limit: 50 } }),
  });

/** The marks of a map, and those of the targets that open threads are about, by the title of the newest. */
export function withDiscussed(
  noted: MarkedTargets,
  threads: readonly Pick<Thread, 'title' | 'subjects'>[] | undefined,
): MarkedTargets {
  if (!threads || threads.length === 0) return noted;
  const marked = { qubit: new Map(noted.qubit), coupling: new Map(noted.coupling) };
  const told = new Set<string>();
  for (const { title, subjects } of threads)
    for (const { target_type: kind, target_id: id } of subjects) {
      if ((kind !== 'qubit' && kind !== 'coupling') || !id || told.has(`${kind} ${id}`)) continue;
      told.add(`${kind} ${id}`);
      const line = marked[kind].get(id);
      marked[kind].set(id, `${line === undefined ? '' : `${line} · `}discussed: ${title}`);
    }
  return marked;
}
