import { compareQids } from './coupling-id.ts';
import { TARGET_KINDS, type TargetKind } from './target-kinds.ts';

/** Order of elements in lists: by kind, then by the qids of their ids. */
export function compareElements(a: { kind: TargetKind; id: string }, b: { kind: TargetKind; id: string }): number {
  const [kind, other] = [TARGET_KINDS.indexOf(a.kind), TARGET_KINDS.indexOf(b.kind)];
  if (kind !== other) return kind - other;
  const [own, others] = [a.id.split('-'), b.id.split('-')];
  for (const [n, qid] of own.entries()) {
    const order = compareQids(qid, others[n] ?? '');
    if (order !== 0) return order;
  }
  return own.length - others.length;
}
