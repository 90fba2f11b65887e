import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../context.ts';
import { isOpen } from '../../domain/runs/statuses.ts';
import { conflict } from '../../errors.ts';
import { auditEntity } from '../../store/audit.ts';
import { getChip } from '../../store/chips.ts';
import { ifRevision } from '../../store/database.ts';
import { exclusionUpdate, type TaskResultRecord } from '../../store/task-results.ts';
import { Transaction } from '../../store/transaction.ts';
import { moved, untilUnmoved } from '../cooldowns/moved.ts';
import { readTaskResult } from '../task-results/read-task-result.ts';
import { addSettlement } from './settle.ts';

/**
 * Excludes a task result from everything that is computed, or includes it again (specification, Task result; peer
 * contract 4.1): the result, the latest results and current values of its target, and the entry of the project's audit in
 * one transaction; samples and roll-ups follow the stream. Repeated, nothing changes.
 * @throws Refusal `not-found`; `conflict` for a task that has not ended.
 */
export function setExcluded(
  ctx: ProjectContext,
  taskId: string,
  { excluded, reason }: { excluded: boolean; reason: string },
): Promise<TaskResultRecord> {
  return untilUnmoved(`Task result '${taskId}'`, async () => {
    const before = await readTaskResult(ctx, taskId);
    if (isOpen(before.status))
      throw conflict(
        `Task result '${taskId}' cannot be excluded or included before it has ended: it is ${before.status}`,
      );
    if ((before.excluded ?? false) === excluded && (!excluded || before.excludedReason === reason)) return before;
    const { userId, username } = ctx.actor.user;
    const by = { excludedByUserId: userId, excludedBy: username, excludedAt: nowOf(ctx) };
    const nobody = { excludedByUserId: undefined, excludedBy: undefined, excludedAt: undefined };
    const after = { ...before, excluded, excludedReason: excluded ? reason : '', ...(excluded ? by : nobody) };
    const { key, update } = exclusionUpdate(after);
    const transaction = new Transaction(ctx.db).update(key, update, ifRevision(before.rev), moved);
    transaction.put(auditEntity.encode(auditOf(ctx, before, excluded, reason), 1));
    const chip = await getChip(ctx.db, ctx.projectId, before.chipId);
    // Only the reason of what is excluded already may change.
    if (chip && excluded !== (before.excluded ?? false)) await addSettlement(ctx, transaction, chip, after);
    await transaction.commit();
    return after;
  });
}

const auditOf = (ctx: ProjectContext, result: TaskResultRecord, excluded: boolean, reason: string) => ({
  projectId: ctx.projectId,
  id: randomUUID(),
  at: nowOf(ctx),
  actor: ctx.actor.user.username,
  action: excluded ? 'exclude-task-result' : 'include-task-result',
  resource: `task-result:${result.taskId}`,
  details: {
    reason,
    chip_id: result.chipId,
    execution_id: result.executionId,
    task: result.name,
    qid: result.qid,
  },
});
