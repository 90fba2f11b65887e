import { auditOperations } from '#shared/contract/operations/audit.ts';
import { undo } from '#shared/services/undo/undo.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProjectEntry } from '../audit-entry.ts';

export const undoProjectAuditEntry = endpoint(auditOperations.undoProjectAuditEntry, async ({ ctx, params }) =>
  presentProjectEntry(await undo(ctx, params.audit_id)),
);
