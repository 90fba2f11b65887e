import { ifChipUnchanged } from '../../../chips/store/chip-conditions.ts';
import { addToStatistics } from '../../../chips/store/chip-statistics.ts';
import { type ChipRecord, getChip } from '../../../chips/store/chips.ts';
import { refuseOfDeletedChip } from '../../../chips/verbs/deleted-chip.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { addUndoable } from '../../../projects/verbs/audit/entries.ts';
import { exclusionUpdate, lastRowOf, type TaskResultRecord } from '../../../results/store/task-results.ts';
import { readTaskResult } from '../../../results/verbs/read-task-result.ts';
import { isOpen } from '../../../runs/rules/statuses.ts';
import { addExclusion, getExecution } from '../../../runs/store/executions.ts';
import { addExcludedSamples } from '../measured/excluded-samples.ts';
import { addDerivedState } from './derived-state.ts';
import { markUnsettled } from './unsettled-days.ts';

/** Whether a result is excluded from now on, and why. */
export interface Exclusion {
  excluded: boolean;
  reason: string;
  /** Throws where the result is not as an undo expects it. */
  expect?: ((before: TaskResultRecord) => void) | undefined;
}

/**
 * Excludes a task result from everything that is computed, or includes it again (rule TASK-7): the result, its samples,
 * the latest results and current values of its target, and the entry of the project's audit in one transaction; the daily
 * rows of days that are over follow the stream, and the roll-ups of its day are made again later. Repeated, nothing changes.
 * @throws ServiceError `not-found`; `conflict` for a task that has not ended.
 */
export function setExcluded(
  ctx: ProjectContext,
  taskId: string,
  { excluded, reason, expect }: Exclusion,
): Promise<{ result: TaskResultRecord; isChanged: boolean }> {
  return retryOnConflict(orRefuse(`Task result '${taskId}'`), async () => {
    const before = await readTaskResult(ctx, taskId);
    if (isOpen(before.status))
      throw conflict(
        `Task result '${taskId}' cannot be excluded or included before it has ended: it is ${before.status}`,
      );
    expect?.(before);
    const wasExcluded = before.excluded ?? false;
    if (isUnchanged(before, excluded, reason)) return { result: before, isChanged: false };
    const now = nowOf(ctx);
    const after = excluded ? excludedBy(ctx, before, reason, now) : included(before);
    const { key, update } = exclusionUpdate(after);
    const transaction = new Transaction(ctx.db).update(key, update, ifRevision(before.rev), staleRead);
    addAudit(transaction, ctx, before, { excluded, reason, now });
    const [chip, execution] = await Promise.all([
      getChip(ctx.db, ctx.projectId, before.chipId),
      getExecution(ctx.db, ctx.projectId, before.executionId),
    ]);
    if (!chip) await requireNoChip(ctx, transaction, before.chipId);
    await addExcludedSamples(ctx.db, transaction, chip, after, before.rev + 1);
    // Only the reason of what is excluded already may change.
    if (excluded !== wasExcluded) {
      // Readers that know the execution's tag learn that its tasks changed.
      if (execution) addExclusion(transaction, execution, excluded ? 1 : -1, lastRowOf(after));
      await addConsequences(ctx, transaction, chip, after);
    }
    await transaction.commit();
    return { result: after, isChanged: true };
  });
}

/** A result whose chip is gone has no values that change. @throws ServiceError `conflict` if the chip can be restored. */
async function requireNoChip({ db, projectId }: ProjectContext, transaction: Transaction, chipId: string) {
  await refuseOfDeletedChip(db, projectId, chipId);
  transaction.check(chipKeys.chip(projectId, chipId), ifChipUnchanged(undefined), staleRead);
}

/** What follows at once, and the mark of what follows later. */
async function addConsequences(
  ctx: ProjectContext,
  transaction: Transaction,
  chip: Stored<ChipRecord> | undefined,
  after: TaskResultRecord,
): Promise<void> {
  if (!chip) return;
  const { key, update } = addToStatistics(chip.projectId, chip.chipId, {}, nowOf(ctx));
  transaction.update(key, update);
  markUnsettled(ctx, transaction, chip, after);
  await addDerivedState(ctx, transaction, chip, after);
}

/** The reason counts only for what is excluded. */
const isUnchanged = (result: TaskResultRecord, excluded: boolean, reason: string): boolean =>
  (result.excluded ?? false) === excluded && (!excluded || result.excludedReason === reason);

function excludedBy(
  ctx: ProjectContext,
  result: TaskResultRecord,
  reason: string,
  excludedAt: string,
): TaskResultRecord {
  const { userId, username } = ctx.actor.user;
  const exclusion = { excludedByUserId: userId, excludedBy: username, excludedAt };
  return { ...result, ...exclusion, excluded: true, excludedReason: reason };
}

const included = (result: TaskResultRecord): TaskResultRecord => ({
  ...result,
  excluded: false,
  excludedReason: '',
  excludedByUserId: undefined,
  excludedBy: undefined,
  excludedAt: undefined,
});

/** With the reason before, if it was excluded: undoing the change restores it. */
function addAudit(
  transaction: Transaction,
  ctx: ProjectContext,
  before: TaskResultRecord,
  { excluded, reason, now: at }: { excluded: boolean; reason: string; now: string },
): void {
  const { taskId, chipId, executionId, name: task, qid } = before;
  addUndoable(
    transaction,
    ctx,
    { projectId: ctx.projectId, actor: ctx.actor.user.username },
    {
      action: excluded ? 'exclude-task-result' : 'include-task-result',
      resource: `task-result:${taskId}`,
      details: { reason, chip_id: chipId, execution_id: executionId, task, qid },
      undo: {
        ...{ taskId, isExcluded: excluded, ...(excluded && { excludedAt: at }) },
        reason: before.excluded ? (before.excludedReason ?? '') : null,
      },
      at,
    },
  );
}
