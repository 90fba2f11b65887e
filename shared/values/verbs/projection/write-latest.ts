import { type ChipRecord, getChip } from '../../../chips/store/chips.ts';
import { checkChip, streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import type { Context } from '../../../kernel/context.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { type Key, taskKeys } from '../../../kernel/store/keys.ts';
import {
  ifLatestUnchanged,
  type LatestResultRecord,
  latestResultEntity,
} from '../../../results/store/latest-results.ts';
import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { latestWrites, type Measured, markLatest } from '../../../results/verbs/write/latest-rows.ts';
import { latestName } from '../../../results/verbs/write/read-batch.ts';
import { isCounted } from '../measured/counted.ts';

/**
 * Writes the latest rows of at most 48 task results of one chip that are missing or older than a result: of all time, and
 * of the days of the results. Rows that are newer stay, so that a repeat changes nothing.
 */
export async function writeLatest(
  ctx: Context,
  ref: { projectId: string; chipId: string },
  results: readonly TaskResultRecord[],
): Promise<void> {
  await retryOnConflict(orRethrow(streamAttempts), async () => {
    const chip = await getChip(ctx.db, ref.projectId, ref.chipId);
    if (!chip) return;
    const dateOf = (instant: string) => calendarDate(instant, ctx.config.calendarTimeZone);
    const measured = measuredOf(chip, results);
    const latest = await readLatest(ctx, measured, dateOf);
    const writes = latestWrites({ latest }, measured, dateOf).filter(({ stays }) => !stays);
    if (writes.length === 0) return;
    await markLatest(ctx.db, writes);
    const transaction = new Transaction(ctx.db);
    checkChip(transaction, chip);
    for (const { row, existing, moved } of writes)
      transaction.put(
        latestResultEntity.encode(row, (existing?.rev ?? 0) + 1),
        moved ? undefined : ifLatestUnchanged(existing),
        staleReadOf(`The latest result of '${row.task}'`),
      );
    await transaction.commit();
  });
}

const measuredOf = (chip: ChipRecord, results: readonly TaskResultRecord[]): Measured[] =>
  results.flatMap((result) => {
    const target = targetOf(result);
    return target && result.endAt !== undefined && isCounted(result, chip)
      ? [{ result, target, endAt: result.endAt }]
      : [];
  });

/** The present rows that the results may replace, by their names. */
async function readLatest(
  ctx: Context,
  measured: readonly Measured[],
  dateOf: (instant: string) => string,
): Promise<Map<string, Stored<LatestResultRecord>>> {
  const keys = new Map<string, Key>();
  for (const { result, target, endAt } of measured)
    for (const date of [undefined, dateOf(endAt)])
      keys.set(
        latestName(result.name, target, date),
        taskKeys.latest(result.projectId, result.chipId, result.name, target, date),
      );
  const items = await batchGetItems(ctx.db, [...keys.values()]);
  return new Map(
    [...keys.keys()].flatMap((name, n) => {
      const item = items[n];
      return item ? [[name, latestResultEntity.decode(item)] as const] : [];
    }),
  );
}
