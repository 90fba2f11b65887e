import type { ProjectAuditAction, SystemAuditAction } from '../../domain/audit.ts';
import { defineEntity } from '../dynamodb/codec.ts';
import { projectKeys, systemKeys } from '../keys.ts';

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
}

/** An entry of the audit of the whole service. */
export interface SystemAuditRecord extends AuditFacts {
  action: SystemAuditAction;
}

/** Codec of audit entries; they are never updated. */
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
