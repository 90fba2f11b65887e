import { defineEntity } from '../dynamodb/codec.ts';
import { projectKeys } from '../keys.ts';

/** An entry of a project's audit: who did what, written in the same transaction as the change. */
export interface AuditRecord {
  projectId: string;
  id: string;
  at: string;
  actor: string;
  action: string;
  /** The resource that was changed, such as `chip:torino/qubit:17`. */
  resource: string;
  details: Record<string, unknown>;
}

/** Codec of audit entries; they are never updated. */
export const auditEntity = defineEntity<AuditRecord>({
  name: 'audit',
  version: 1,
  keys: (entry) => projectKeys.audit(entry.projectId, entry.at, entry.id),
});
