import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, type QueryRange, queryPage } from '../../kernel/store/dynamodb/database.ts';
import { sampleKeys, type TargetRef } from '../../kernel/store/keys.ts';
import type { SeriesRecord } from './series.ts';

/** A range of the history of a target (gsi3): what one task measured of it, or what people and imports wrote of one metric. */
export interface TargetRange {
  target: TargetRef;
  /** Absent for what people and imports wrote. */
  task: string | undefined;
  /** The metrics that may lie in it. */
  metrics: ReadonlySet<string>;
  range: QueryRange;
}

/** Every range that may hold a value of a target, by the marks of its chip. */
export function rangesOfTarget(
  { projectId, chipId }: { projectId: string; chipId: string },
  target: TargetRef,
  series: readonly SeriesRecord[],
): TargetRange[] {
  const byTask = Map.groupBy(series, ({ task }) => task);
  return [...byTask].flatMap(([task, marks]): TargetRange[] => {
    const metrics = new Set(marks.map(({ metric }) => metric));
    if (task !== undefined)
      return [rangeOf(sampleKeys.ofTaskAndTarget(projectId, chipId, task, target), { target, task, metrics })];
    return [...metrics].map((metric) =>
      rangeOf(sampleKeys.ofTarget(projectId, chipId, metric, target), { target, task, metrics: new Set([metric]) }),
    );
  });
}

const rangeOf = (pk: string, of: Omit<TargetRange, 'range'>): TargetRange => ({ ...of, range: { index: 'gsi3', pk } });

/** The items of a range nearest to an instant. */
export interface NearItems extends TargetRange {
  items: Item[];
  /** Where the read part of the range ends, if there is more; undefined if it is complete. */
  endsAt: string | undefined;
}

/** At most `limit` items of a range from an instant on, or back from it. Reads an index: may lag behind a write. */
export async function readNear(
  db: Database,
  of: TargetRange,
  at: string,
  { ascending, limit }: { ascending: boolean; limit: number },
): Promise<NearItems> {
  // `~` follows every id, so that the instant itself is within.
  const bounds = ascending ? { from: at } : { through: `${at}~`, descending: true };
  const { items, lastKey } = await queryPage(db, { ...of.range, ...bounds }, { limit });
  const last = String(items.at(-1)?.gsi3sk ?? '').slice(0, at.length);
  return { ...of, items, endsAt: lastKey ? last : undefined };
}
