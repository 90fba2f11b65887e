import { targetName } from '../../../chips/rules/target-kinds.ts';
import { type ChipRecord, getKeptChip, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRethrow, retryOnConflict, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { getTaskResult, type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { credibleAt } from '../../rules/clock-ahead.ts';
import { addDerivedState } from '../exclusions/derived-state.ts';
import { isCounted } from '../measured/counted.ts';
import { measuredStateOf } from '../measured/target-values.ts';

/**
 * Settles the effects of results on the latest results and current values of one chip, if that is pending: for an
 * excluded result, whose exclusion could only fall back to what the indexes showed; and for a result that is newer than
 * the present one, because an exclusion came in between. Everything else was written with the result itself.
 */
export async function recomputeDerivedState(
  ctx: Context,
  ref: { projectId: string; chipId: string },
  results: readonly Stored<TaskResultRecord>[],
): Promise<void> {
  if (results.length === 0) return;
  const chip = await getKeptChip(ctx.db, ref.projectId, ref.chipId);
  if (!chip) return;
  const isNewer = await newerThanTargets(ctx, chip, results);
  const pending = results.filter((result) => result.excluded || hasRejected(result) || isNewer(result));
  for (const taskId of new Set(pending.map((result) => result.taskId))) await recompute(ctx, ref, taskId);
}

/** What waits of the target behind a rejected value may not have been in the index yet. */
const hasRejected = ({ gateMarks = {} }: TaskResultRecord): boolean =>
  Object.values(gateMarks).some(({ state }) => state === 'rejected');

async function newerThanTargets(
  ctx: Context,
  chip: ChipRecord,
  results: readonly TaskResultRecord[],
): Promise<(result: TaskResultRecord) => boolean> {
  const counted = results.filter((result) => isCounted(result, chip));
  const refs = counted.flatMap((result) => targetOf(result) ?? []);
  const items = await batchGetItems(
    ctx.db,
    refs.map((ref) => chipKeys.target(chip.projectId, chip.chipId, ref)),
  );
  const targets = new Map(
    items.flatMap((item) => {
      const target = item && targetEntity.decode(item);
      return target ? [[targetName(target), target] as const] : [];
    }),
  );
  return (result) => {
    const ref = targetOf(result);
    const target = ref && targets.get(`${ref.kind} ${ref.id}`);
    return target !== undefined && isCounted(result, chip) && isNewerThan(target, result, nowOf(ctx));
  };
}

function isNewerThan(target: TargetRecord, result: TaskResultRecord, now: string): boolean {
  const { status, endAt = '', outputParameters } = result;
  if (status !== 'completed') return false;
  return Object.entries(outputParameters).some(([metric, output]) => {
    const existing = ownEntry(target.data, metric);
    const since = credibleAt(existing?.calibratedAt ?? ownEntry(target.faulty, metric), now);
    if (since !== undefined && since >= endAt) return false;
    return measuredStateOf(result, metric, output, target.kind, existing?.unit) !== undefined;
  });
}

/** By the present result: it may have been excluded or included since. */
async function recompute(ctx: Context, ref: { projectId: string; chipId: string }, taskId: string): Promise<void> {
  await retryOnConflict(orRethrow(streamAttempts), async () => {
    const [chip, result] = await Promise.all([
      getKeptChip(ctx.db, ref.projectId, ref.chipId),
      getTaskResult(ctx.db, ref.projectId, taskId),
    ]);
    if (!chip || !result) return;
    const transaction = new Transaction(ctx.db);
    await addDerivedState(ctx, transaction, chip, result);
    if (!transaction.writes) return;
    transaction.check(taskKeys.result(ref.projectId, taskId), ifRevision(result.rev), staleReadOf('The result'));
    await transaction.commit();
  });
}
