import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { projectKeys, systemKeys } from '../../kernel/store/keys.ts';
import type { ProjectAuditAction, SystemAuditAction } from '../rules/audit.ts';

/** An entry of an audit: who did what, written in the same transaction as the change. */
interface AuditFacts {
  id: string;
  at: string;
  actor: string;
  /** What was changed, such as `chip:torino/qubit:17`. */
  resource: string;
  details: Record<string, unknown>;
}

/** An entry of a project's audit. */
export interface AuditRecord extends AuditFacts {
  projectId: string;
  action: ProjectAuditAction;
  /** What undoing it needs; absent where it cannot be undone, or in entries of earlier versions (rule UNDO-1). */
  undo?: Record<string, unknown> | undefined;
  /** The entry that has undone it. */
  undone?: { id: string; by: string; at: string } | undefined;
}

/** An entry of the audit of the whole service. */
export interface SystemAuditRecord extends AuditFacts {
  action: SystemAuditAction;
}

/** Codec of audit entries. They are never updated, except that an undone one names what has undone it (rule UNDO-3). */
export const auditEntity = defineEntity<AuditRecord>({
  name: 'audit',
  version: 1,
  keys: (entry) => projectKeys.audit(entry.projectId, entry.at, entry.id),
});

/** Codec of the entries of the whole service; they are never updated, and never deleted. */
export const systemAuditEntity = defineEntity<SystemAuditRecord>({
  name: 'system-audit',
  version: 1,
  keys: (entry) => systemKeys.audit(entry.at, entry.id),
});
