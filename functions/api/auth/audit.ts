import { auditOperations } from '#shared/contract/operations/audit.ts';
import { auditAsCsv, auditOfSystem, readAudit } from '#shared/services/audit/read-audit.ts';
import { endpoint } from '../../http/endpoint.ts';
import { auditFile, auditFilterOf, presentAuditEntry } from '../audit-entry.ts';
import { pageOf } from '../page.ts';

export const exportSystemAudit = endpoint(auditOperations.exportSystemAudit, async ({ ctx, query }) =>
  auditFile(await auditAsCsv(ctx, auditOfSystem, auditFilterOf(query))),
);

export const listSystemAuditEntries = endpoint(auditOperations.listSystemAuditEntries, async ({ ctx, query }) => {
  const page = await readAudit(ctx, auditOfSystem, auditFilterOf(query), query);
  return { entries: page.records.map(presentAuditEntry), ...pageOf(page) };
});
