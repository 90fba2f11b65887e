import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../context.ts';
import { auditEntity } from '../../store/audit.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import type { Transaction } from '../../store/transaction.ts';

/** Adds the entry of the project's audit that says who did something to a run. */
export function addRunAudit(
  transaction: Transaction,
  ctx: ProjectContext,
  {
    projectId,
    executionId,
    chipId,
    flowRunId,
  }: Pick<ExecutionRecord, 'projectId' | 'executionId' | 'chipId' | 'flowRunId'>,
  action: 'cancel-run' | 'force-unlock',
  details: Record<string, unknown>,
): void {
  const entry = {
    projectId,
    id: randomUUID(),
    at: nowOf(ctx),
    actor: ctx.actor.user.username,
    action,
    resource: `execution:${executionId}`,
    details: { ...details, chip_id: chipId, flow_run_id: flowRunId },
  };
  transaction.put(auditEntity.encode(entry, 1));
}
