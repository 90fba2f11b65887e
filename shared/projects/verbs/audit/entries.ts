import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { projectKeys } from '../../../kernel/store/keys.ts';
import type { ProjectAuditAction, SystemAuditAction } from '../../rules/audit.ts';
import { auditEntity, systemAuditEntity } from '../../store/audit.ts';

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

/** An act of a project that can be undone: with what that needs, and when it happens. */
export interface UndoableAct extends AuditedAct<ProjectAuditAction> {
  undo: Record<string, unknown> | undefined;
  at: string;
}

/**
 * Puts the entry of an act that can be undone, and names it to the caller. Where the act itself undoes an entry, that one refers
 * to it from then on; of two that undo the same, one reads again (rule UNDO-3).
 * @returns the id of the entry, from which its place follows.
 */
export function addUndoable(
  transaction: Transaction,
  ctx: Pick<Context, 'undoable' | 'undoing'>,
  { projectId, actor }: { projectId: string; actor: string },
  { action, resource, details = {}, undo, at }: UndoableAct,
): string {
  const id = uuidV7({ msecs: Date.parse(at) });
  const { undoing } = ctx;
  const told = undoing ? { ...details, undoes: undoing.id } : details;
  transaction.put(auditEntity.encode({ id, at, actor, projectId, action, resource, details: told, undo }, 1));
  if (undo) transaction.onCommit(() => ctx.undoable?.push({ id, action }));
  if (undoing)
    transaction.update(
      projectKeys.audit(projectId, undoing.at, undoing.id),
      updateOf({ set: { undone: { id, by: actor, at } }, add: { rev: 1 } }),
      { expression: 'attribute_exists(pk) AND attribute_not_exists(undone)' },
      staleRead,
    );
  return id;
}

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
