import type { Item, Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, type QueryRange, queryPages } from '../../kernel/store/dynamodb/database.ts';
import { MergedWalk } from '../../kernel/store/dynamodb/merged-walk.ts';
import { sampleKeys, type TargetRef } from '../../kernel/store/keys.ts';
import { type SampleRecord, sampleEntity } from './samples.ts';
import type { SeriesRecord } from './series.ts';
import { samplesIn, taskSamplesEntity } from './task-samples.ts';

type ChipRef = { projectId: string; chipId: string };

/** The samples of an item: one, or those of a task result. */
export const decodeSamples = (item: Item): Stored<SampleRecord>[] =>
  item.entity === sampleEntity.name ? [sampleEntity.decode(item)] : samplesIn(taskSamplesEntity.decode(item));

/** The partitions that hold samples of these metrics in a month, in an order of their own. */
export function monthPartitions(
  { projectId, chipId }: ChipRef,
  series: readonly SeriesRecord[],
  month: string,
  metrics: ReadonlySet<string>,
): string[] {
  const partitions = series
    .filter((one) => one.month === month && metrics.has(one.metric))
    .map(({ metric, task }) =>
      task === undefined
        ? sampleKeys.month(projectId, chipId, metric, month).pk
        : sampleKeys.taskMonth(projectId, chipId, task, month).pk,
    );
  return [...new Set(partitions)].sort();
}

/** The samples of these metrics in a partition, a page at a time; `limit`: most items of a page. */
export async function* samplePages(
  db: Database,
  range: QueryRange,
  metrics: ReadonlySet<string>,
  limit?: number,
): AsyncGenerator<Stored<SampleRecord>[]> {
  for await (const page of queryPages(db, range, undefined, limit))
    yield page.flatMap(decodeSamples).filter(({ metric }) => metrics.has(metric));
}

/** The index's ranges (gsi3) that hold the samples of a metric on a target: one a task that measured the metric. */
export function historyRanges(
  ref: ChipRef & { metric: string; target: TargetRef },
  series: readonly SeriesRecord[],
  bounds: Pick<QueryRange, 'from' | 'through'>,
): QueryRange[] {
  const { projectId, chipId, metric, target } = ref;
  const tasks = new Set(series.flatMap((one) => (one.metric === metric && one.task !== undefined ? [one.task] : [])));
  const partitions = [
    sampleKeys.ofTarget(projectId, chipId, metric, target),
    ...[...tasks].map((task) => sampleKeys.ofTaskAndTarget(projectId, chipId, task, target)),
  ];
  return partitions.map((pk) => ({ index: 'gsi3', pk, ...bounds }));
}

/** Walks the history of one metric on one target, newest first. Reads an index: may lag behind a write. */
export async function* walkHistory(
  db: Database,
  ref: ChipRef & { metric: string; target: TargetRef },
  series: readonly SeriesRecord[],
  bounds: Pick<QueryRange, 'from' | 'through'>,
  pageSize: number,
): AsyncGenerator<Stored<SampleRecord>> {
  const walk = new MergedWalk(db, historyRanges(ref, series, bounds), pageSize);
  for (let next = await walk.next(); next; next = await walk.next())
    yield* decodeSamples(next.item).filter(({ metric }) => metric === ref.metric);
}

/**
 * The history of a metric on a target within [from, through], of a cool-down or all, newest first; and when the newest of all
 * was measured. Reads an index: may lag behind a write.
 */
export async function listHistory(
  db: Database,
  ref: ChipRef & { metric: string; target: TargetRef },
  series: readonly SeriesRecord[],
  window: { from: string; through: string; limit: number; cooldownId?: string | undefined },
): Promise<{ samples: Stored<SampleRecord>[]; newestAt: string | undefined }> {
  let newestAt: string | undefined;
  const samples: Stored<SampleRecord>[] = [];
  const bounds = { from: window.from, through: `${window.through}~` };
  const { limit, cooldownId } = window;
  for await (const sample of walkHistory(db, ref, series, bounds, cooldownId === undefined ? limit : 1000)) {
    newestAt ??= sample.at;
    if (cooldownId !== undefined && sample.cooldownId !== cooldownId) continue;
    samples.push(sample);
    if (samples.length === limit) break;
  }
  return { samples, newestAt };
}
