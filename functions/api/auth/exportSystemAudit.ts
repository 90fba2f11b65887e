import { auditOperations } from '#shared/contract/operations/audit.ts';
import { auditAsCsv, auditOfSystem } from '#shared/services/audit/read-audit.ts';
import { endpoint } from '../../http/endpoint.ts';
import { auditFile, auditFilterOf } from '../audit-entry.ts';

export const exportSystemAudit = endpoint(auditOperations.exportSystemAudit, async ({ ctx, query }) =>
  auditFile(await auditAsCsv(ctx, auditOfSystem, auditFilterOf(query))),
);
