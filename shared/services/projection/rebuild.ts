import type { Context } from '../../context.ts';
import { batchGetItems, chunk, queryAll, queryPage } from '../../store/database.ts';
import { sampleKeys, taskKeys } from '../../store/keys.ts';
import { listRollUps } from '../../store/roll-ups.ts';
import { listSeries, sampleEntity } from '../../store/samples.ts';
import { decodeTaskRow, taskResultEntity } from '../../store/task-results.ts';
import { type Bucket, bucketOf, refreshRollUps } from './roll-ups.ts';
import { settleDays } from './settle-days.ts';
import { rebuildTargetDays } from './target-days.ts';
import { writeSamples } from './write-samples.ts';

type ChipRef = { projectId: string; chipId: string };

/**
 * Makes the samples of a chip's task results, and all its roll-ups, and the daily rows of today's state, from what is in the table: what the consumer would
 * have made of it. May run beside the consumer. Answers how many results were read and how many days were rolled up.
 */
export async function rebuildChip(ctx: Context, of: ChipRef): Promise<{ results: number; days: number }> {
  const results = await rebuildSamples(ctx, of);
  await rebuildTargetDays(ctx, of);
  return { results, days: await rebuildRollUps(ctx, of) };
}

async function rebuildSamples(ctx: Context, of: ChipRef): Promise<number> {
  let read = 0;
  let startKey: Record<string, unknown> | undefined;
  do {
    const range = { index: 'gsi4' as const, pk: taskKeys.ofChip(of.projectId, of.chipId) };
    const page = await queryPage(ctx.db, range, startKey ? { startKey } : {});
    const rows = page.items.map(decodeTaskRow);
    const completed = rows.filter(({ status }) => status === 'completed');
    for (const part of chunk(completed, 100)) {
      const items = await batchGetItems(
        ctx.db,
        part.map(({ projectId, taskId }) => taskKeys.result(projectId, taskId)),
      );
      const found = items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
      await writeSamples(ctx, of, found);
      await settleDays(
        ctx,
        of,
        found.filter(({ excluded }) => excluded !== undefined),
      );
      read += found.length;
    }
    startKey = page.lastKey;
  } while (startKey);
  return read;
}

/** Makes the roll-ups of a chip from its samples. Answers how many days there are. */
export async function rebuildRollUps(ctx: Context, of: ChipRef): Promise<number> {
  const series = await listSeries(ctx.db, of.projectId, of.chipId);
  let days = 0;
  for (const metric of new Set(series.map((one) => one.metric))) {
    const buckets = new Map<string, Bucket>();
    const add = (bucket: Bucket) => buckets.set(JSON.stringify([bucket.day, bucket.cooldownId]), bucket);
    // What stands without a sample is made again too.
    for (const { span, date, cooldownId } of await listRollUps(ctx.db, { ...of, metric }))
      if (span === 'day') add({ metric, day: date, cooldownId });
    for (const one of series.filter((mark) => mark.metric === metric)) {
      // Consistent: the samples of an import were written a moment before the chip that this may be called for.
      const items = await queryAll(ctx.db, sampleKeys.month(of.projectId, of.chipId, metric, one.month));
      for (const item of items) add(bucketOf(sampleEntity.decode(item)));
    }
    await refreshRollUps(ctx, of, [...buckets.values()]);
    days += buckets.size;
  }
  return days;
}
