import type { Database } from '#shared/kernel/store/dynamodb/database.ts';
import { scanSegments } from '#shared/kernel/store/dynamodb/segmented-scan.ts';

/** Number of items by kind (`entity`). */
export type KindCounts = Record<string, number>;

/** Counts the items of a table by kind. It reads the whole table. */
export async function countKinds(db: Database, segments: number): Promise<KindCounts> {
  const counts = new Map<string, number>();
  const request = { ConsistentRead: true, ProjectionExpression: 'entity' };
  for await (const items of scanSegments(db, request, segments))
    for (const { entity = 'without a kind' } of items)
      counts.set(String(entity), (counts.get(String(entity)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** How far the counts of a kind may differ: the larger of so many items and a share of the source's. */
export interface CountTolerance {
  items: number;
  share: number;
}

/** What a table that is in use changes during a drill. */
export const toleranceInUse: CountTolerance = { items: 50, share: 0.01 };

/** The kinds whose counts differ by more than the tolerance, and those that the restored table lacks. */
export function countProblems(source: KindCounts, restored: KindCounts, tolerance: CountTolerance): string[] {
  const kinds = [...new Set([...Object.keys(source), ...Object.keys(restored)])].sort();
  return kinds.flatMap((kind) => {
    const [before = 0, after = 0] = [source[kind], restored[kind]];
    const allowed = Math.max(tolerance.items, tolerance.share * before);
    const isLost = after === 0 && before > tolerance.items;
    return isLost || Math.abs(before - after) > allowed ? [`${kind}: ${before} in the source, ${after} restored`] : [];
  });
}
