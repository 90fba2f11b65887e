import { getChip } from '../../../chips/store/chips.ts';
import { checkChip } from '../../../chips/verbs/chip-writes.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, chunk, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { listHeadKeys, taskKeys, utcDayOf } from '../../../kernel/store/keys.ts';
import { decodeTaskRow, type TaskResultRecord, taskResultEntity } from '../../../results/store/task-results.ts';
import { openDaysOf } from '../../store/open-spans.ts';
import { listRollUps } from '../../store/roll-ups.ts';
import { monthPartitions, samplePages } from '../../store/sample-reads.ts';
import { listSeries } from '../../store/series.ts';
import { closeEndedSpans } from './close-spans.ts';
import { recomputeDays } from './recompute-days.ts';
import { replaceValuesAhead } from './replace-values-ahead.ts';
import { writeLatest } from './write-latest.ts';
import { writeSamples } from './write-samples.ts';

type ChipRef = { projectId: string; chipId: string };

/**
 * Derives again from the table the samples and the latest rows of a chip's task results, the roll-ups of the past days and months, and the
 * daily rows that depend on excluded results, and replaces current values with future dates. May run concurrently with
 * everything else. Answers how many results were read and how many days have samples.
 */
export async function rebuildChip(ctx: Context, ref: ChipRef): Promise<{ results: number; days: number }> {
  const results = await rebuildSamples(ctx, ref);
  await replaceValuesAhead(ctx, ref);
  return { results, days: await rebuildRollUps(ctx, ref) };
}

/** What follows from at most 48 task results of one chip: their samples, and the latest rows. */
export async function deriveResults(
  ctx: Context,
  ref: ChipRef,
  results: readonly Stored<TaskResultRecord>[],
): Promise<void> {
  await writeSamples(
    ctx,
    ref,
    results.filter(({ status }) => status === 'completed'),
  );
  await writeLatest(ctx, ref, results);
}

async function rebuildSamples(ctx: Context, ref: ChipRef): Promise<number> {
  let read = 0;
  let startKey: Record<string, unknown> | undefined;
  do {
    const pk = taskKeys.ofChip(ref.projectId, ref.chipId);
    const range = { index: 'gsi4' as const, pk, through: listHeadKeys.lastEntry };
    const page = await queryPage(ctx.db, range, startKey ? { startKey } : {});
    const rows = page.items.map(decodeTaskRow);
    const ended = rows.filter(({ status }) => status === 'completed' || status === 'failed');
    for (const part of chunk(ended, 48)) {
      const items = await batchGetItems(
        ctx.db,
        part.map(({ projectId, taskId }) => taskKeys.result(projectId, taskId)),
      );
      const found = items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
      await deriveResults(ctx, ref, found);
      await recomputeDays(
        ctx,
        ref,
        found.filter(({ excluded }) => excluded !== undefined),
      );
      read += found.length;
    }
    startKey = page.lastKey;
  } while (startKey);
  return read;
}

/** Opens every day that has samples or a roll-up, and closes those that are over. Answers how many there are. */
async function rebuildRollUps(ctx: Context, ref: ChipRef): Promise<number> {
  const chip = await getChip(ctx.db, ref.projectId, ref.chipId);
  if (!chip) return 0;
  const series = await listSeries(ctx.db, ref.projectId, ref.chipId);
  const days = new Map<string, { metric: string; at: string }>();
  const add = (metric: string, day: string) =>
    days.set(`${day} ${metric}`, { metric, at: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` });
  // Existing roll-ups without a sample are made again too.
  for (const metric of new Set(series.map((one) => one.metric)))
    for (const { span, date } of await listRollUps(ctx.db, { ...ref, metric })) if (span === 'day') add(metric, date);
  for (const month of new Set(series.map((one) => one.month))) {
    const metrics = new Set(series.filter((one) => one.month === month).map(({ metric }) => metric));
    for (const pk of monthPartitions(ref, series, month, metrics))
      for await (const page of samplePages(ctx.db, { pk }, metrics))
        for (const { metric, at } of page) add(metric, utcDayOf(at));
  }
  await openDaysOf(ctx.db, chip, [...days.values()], (transaction) => checkChip(transaction, chip));
  await closeEndedSpans(ctx, ref);
  return new Set([...days.values()].map(({ at }) => at)).size;
}
