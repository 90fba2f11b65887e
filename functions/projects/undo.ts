import { auditOperations } from '#shared/projects/contract/operations/audit.ts';
import { undo } from '#shared/projects/verbs/undo/undo.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentProjectEntry } from './present-audit.ts';

export const undoProjectAuditEntry = endpoint(auditOperations.undoProjectAuditEntry, async ({ ctx, params }) =>
  presentProjectEntry(await undo(ctx, params.audit_id)),
);
