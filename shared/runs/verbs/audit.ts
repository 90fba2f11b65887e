import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import type { AuditRecord } from '../../projects/store/audit.ts';
import type { ExecutionRecord } from '../store/executions.ts';

/** The entry of the project's audit that says who did something to a run. */
export const runAudit = (
  ctx: ProjectContext,
  action: 'cancel-run' | 'force-unlock',
  { projectId, executionId, chipId, flowRunId }: ExecutionRecord,
  details: Record<string, unknown> = {},
): AuditRecord => ({
  projectId,
  id: randomUUID(),
  at: nowOf(ctx),
  actor: ctx.actor.user.username,
  action,
  resource: `execution:${executionId}`,
  details: { ...details, chip_id: chipId, flow_run_id: flowRunId },
});
