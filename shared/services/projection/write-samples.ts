import type { Context } from '../../context.ts';
import { type ChipRecord, getChip } from '../../store/chips.ts';
import type { Item, Stored } from '../../store/codec.ts';
import { batchGetItems, type Condition, chunk } from '../../store/database.ts';
import type { Key } from '../../store/keys.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';
import { Transaction, transactionLimit } from '../../store/transaction.ts';
import { seriesPuts } from '../parameters/series.ts';
import { checkChip, Moved, untilUnmoved } from './chip-writes.ts';
import { samplesOf } from './task-samples.ts';

/**
 * Writes the samples of task results of one chip. A sample has the revision of its result, and only a later one replaces
 * it: results may come repeatedly, in any order and side by side. Nothing is written for a chip that is gone, nor for
 * what was measured before a chip of that id was made.
 */
export async function writeSamples(
  ctx: Context,
  of: { projectId: string; chipId: string },
  results: readonly Stored<TaskResultRecord>[],
): Promise<void> {
  await untilUnmoved(async () => {
    const chip = await getChip(ctx.db, of.projectId, of.chipId);
    if (!chip) return;
    const samples = newestOfEach(results.filter(({ createdAt }) => createdAt >= chip.createdAt).flatMap(samplesOf));
    if (samples.length === 0) return;
    await putSamples(ctx, chip, samples);
  });
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });
const keyText = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** One sample a key: a batch may have several revisions of a result. */
function newestOfEach(samples: readonly Stored<SampleRecord>[]): Stored<SampleRecord>[] {
  const newest = new Map<string, Stored<SampleRecord>>();
  for (const sample of samples) {
    const key = keyText(sampleEntity.keys(sample));
    if ((newest.get(key)?.rev ?? 0) < sample.rev) newest.set(key, sample);
  }
  return [...newest.values()];
}

/** Marks go first, so that a deletion of the chip finds whatever was written. @throws Moved */
async function putSamples(ctx: Context, chip: ChipRecord, samples: readonly Stored<SampleRecord>[]): Promise<void> {
  const marks = seriesPuts(samples) as (Item & Key)[];
  const items = samples.map(({ rev, ...sample }) => sampleEntity.encode(sample, rev) as Item & Key);
  const standing = await batchGetItems(ctx.db, [...marks, ...items].map(keyOf));
  const puts = [
    ...marks.filter((_, n) => standing[n] === undefined).map((item) => ({ item, condition: undefined })),
    ...items
      .filter((item, n) => Number(standing[marks.length + n]?.rev ?? 0) < Number(item.rev))
      .map((item) => ({ item, condition: ifOlder(Number(item.rev)) })),
  ];
  for (const part of chunk(puts, transactionLimit - 1)) {
    const transaction = new Transaction(ctx.db);
    checkChip(transaction, chip);
    for (const { item, condition } of part)
      transaction.put(item, condition, () => new Moved('A sample was written meanwhile'));
    await transaction.commit();
  }
}

const ifOlder = (rev: number): Condition => ({
  expression: 'attribute_not_exists(pk) OR #rev < :new',
  names: { '#rev': 'rev' },
  values: { ':new': rev },
});
