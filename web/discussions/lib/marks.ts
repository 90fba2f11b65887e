import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { DiscussionsSummary, LatticeKind } from '../../ui/lib/api/wire.ts';

/** The marks on a map: for each layer the targets, with a line that gives the reason. */
export type MarkedTargets = Readonly<Record<LatticeKind, ReadonlyMap<string, string>>>;

/** Which targets of a chip the threads are about that are not closed: what a map marks. */
export const discussedTargetsQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('discussions', 'of-chip', chipId),
    queryFn: () => api.getChipDiscussionsSummary({ params: { chip_id: chipId } }),
  });

type Layer = readonly Pick<DiscussionsSummary['qubits'][number], 'target_id' | 'threads' | 'newest'>[];

/** The marks of a map, and those of the targets that open threads are about, by the title of the newest. */
export function withDiscussed(
  noted: MarkedTargets,
  discussed: { qubits: Layer; couplings: Layer } | undefined,
): MarkedTargets {
  if (!discussed || discussed.qubits.length + discussed.couplings.length === 0) return noted;
  return {
    qubit: withLayer(noted.qubit, discussed.qubits),
    coupling: withLayer(noted.coupling, discussed.couplings),
  };
}

function withLayer(noted: ReadonlyMap<string, string>, discussed: Layer): ReadonlyMap<string, string> {
  const marked = new Map(noted);
  for (const { target_id: id, threads, newest } of discussed) {
    const line = marked.get(id);
    const others = threads === 1 ? '' : ` and ${threads - 1} more`;
    marked.set(id, `${line === undefined ? '' : `${line} · `}discussed: ${newest.title}${others}`);
  }
  return marked;
}
