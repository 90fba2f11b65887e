import { auditOperations } from '#shared/contract/operations/audit.ts';
import { auditAsCsv, auditOfProject } from '#shared/services/audit/read-audit.ts';
import { endpoint } from '../../http/endpoint.ts';
import { auditFile, auditFilterOf } from '../audit-entry.ts';

export const exportProjectAudit = endpoint(auditOperations.exportProjectAudit, async ({ ctx, query }) =>
  auditFile(await auditAsCsv(ctx, auditOfProject(ctx.projectId), auditFilterOf(query))),
);
