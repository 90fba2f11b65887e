import { randomUUID } from 'node:crypto';
import { type Context, nowOf } from '../../context.ts';
import type { ProjectAuditAction, SystemAuditAction } from '../../domain/audit.ts';
import type { Item } from '../../store/dynamodb/codec.ts';
import type { Transaction } from '../../store/dynamodb/transaction.ts';
import { auditEntity, systemAuditEntity } from '../../store/projects/audit.ts';

/** Who does it, and when. */
type Auditor = Pick<Context, 'clock'> & { actor: { user: { username: string } } };

/** What was done: to what, and what else is worth knowing of it. */
export interface AuditedAct<Action> {
  action: Action;
  resource: string;
  details?: Record<string, unknown>;
}

const factsOf = (ctx: Auditor) => ({
  id: randomUUID(),
  at: nowOf(ctx),
  actor: ctx.actor.user.username,
});

/** The item of a project's audit that says that the caller did something; put with what it says (rule AUDIT-1). */
export const projectEntry = (
  ctx: Auditor,
  projectId: string,
  { action, resource, details = {} }: AuditedAct<ProjectAuditAction>,
): Item => auditEntity.encode({ ...factsOf(ctx), projectId, action, resource, details }, 1);

/** The item of the audit of the whole service that says that the caller did something; put with what it says (rule AUDIT-1). */
export const systemEntry = (ctx: Auditor, { action, resource, details = {} }: AuditedAct<SystemAuditAction>): Item =>
  systemAuditEntity.encode({ ...factsOf(ctx), action, resource, details }, 1);

/**
 * Puts what decides who has a project into both audits: that of the project goes with it when it is purged (rule AUDIT-4).
 */
export function addEntries(
  transaction: Transaction,
  ctx: Auditor,
  projectId: string,
  { action, details = {} }: Omit<AuditedAct<ProjectAuditAction & SystemAuditAction>, 'resource'>,
): void {
  const act = { action, resource: `project:${projectId}`, details };
  transaction.put(projectEntry(ctx, projectId, act)).put(systemEntry(ctx, act));
}
