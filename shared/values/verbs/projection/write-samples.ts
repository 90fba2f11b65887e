import { isDeepStrictEqual } from 'node:util';
import { getChip } from '../../../chips/store/chips.ts';
import { checkChip, streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { sampleKeys, utcDayOf } from '../../../kernel/store/keys.ts';
import type { TaskResultRecord } from '../../../results/store/task-results.ts';
import { addSamples, markSeries, seriesOf } from '../../../results/verbs/write/task-samples.ts';
import { openDayKey, openSpanEntity } from '../../store/open-spans.ts';
import { taskSamplesEntity } from '../../store/task-samples.ts';
import { taskSamplesOf } from '../measured/samples-of-task.ts';

/**
 * Writes the samples of at most 48 task results of one chip that are missing or not as their result says: with their days a
 * transaction holds them. Nothing is written for a chip that is gone, nor for what was measured before a chip of that id
 * was made.
 */
export async function writeSamples(
  ctx: Context,
  ref: { projectId: string; chipId: string },
  results: readonly Stored<TaskResultRecord>[],
): Promise<void> {
  await retryOnConflict(orRethrow(streamAttempts), async () => {
    const chip = await getChip(ctx.db, ref.projectId, ref.chipId);
    if (!chip) return;
    const all = results
      .filter(({ createdAt }) => createdAt >= chip.createdAt)
      .flatMap((result) => {
        const samples = taskSamplesOf(result);
        return samples ? [{ samples, rev: result.rev }] : [];
      });
    const existing = await batchGetItems(
      ctx.db,
      all.map(({ samples }) => sampleKeys.ofTask(ref.projectId, ref.chipId, samples)),
    );
    const wrong = all.filter(({ samples, rev }, n) => {
      const item = existing[n];
      if (!item) return true;
      const { rev: written, ...record } = taskSamplesEntity.decode(item);
      return written < rev && !isDeepStrictEqual(withoutUndefined(record), withoutUndefined(samples));
    });
    if (wrong.length === 0) return;
    await markSeries(ctx.db, { series: seriesOf(wrong.map(({ samples }) => samples)) });
    const days = [...new Set(wrong.map(({ samples }) => utcDayOf(samples.at)))];
    const marks = await batchGetItems(
      ctx.db,
      days.map((day) => openDayKey({ ...ref, day })),
    );
    const openDays = new Map(
      days.flatMap((day, n) => {
        const mark = marks[n];
        return mark ? [[day, openSpanEntity.decode(mark)] as const] : [];
      }),
    );
    const transaction = new Transaction(ctx.db);
    checkChip(transaction, chip);
    addSamples(transaction, { written: wrong, openDays });
    await transaction.commit();
  });
}

/** As the table keeps a record. */
const withoutUndefined = (record: object): unknown => JSON.parse(JSON.stringify(record));
