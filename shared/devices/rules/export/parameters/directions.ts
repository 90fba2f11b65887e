import { reverseCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { splitDirection } from '../../../../values/rules/gate-keys.ts';
import type { ExportedTarget } from '../chip-document.ts';

/**
 * A coupling for formats that name a pair once for each direction: numbers of the inverse direction are those of the
 * exchanged pair. A number that the other direction lacks stays, since an import takes it for the pair.
 */
export function byDirection(coupling: ExportedTarget, qids: ReadonlySet<string>): ExportedTarget[] {
  const exchangedId = reverseCouplingId(coupling.id, qids);
  const values = Object.entries(coupling.values);
  const isMoved = ([metric]: (typeof values)[number]) =>
    splitDirection(metric).isInverse && Object.hasOwn(coupling.values, splitDirection(metric).base);
  const moved = values.filter(isMoved);
  if (exchangedId === undefined || moved.length === 0) return [coupling];
  const inverse = moved.map(([metric, value]) => [splitDirection(metric).base, value] as const);
  const own = values.filter((entry) => !isMoved(entry));
  return [
    { ...coupling, values: Object.fromEntries(own) },
    { ...coupling, id: exchangedId, values: Object.fromEntries(inverse), faulty: {} },
  ];
}
