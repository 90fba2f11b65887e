import { auditOperations } from '#shared/projects/contract/operations/audit.ts';
import { auditAsCsv, auditOfSystem, readAudit } from '#shared/projects/verbs/audit/read-audit.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { auditFile, auditFilterOf, presentAuditEntry } from './present-audit.ts';

export const exportSystemAudit = endpoint(auditOperations.exportSystemAudit, async ({ ctx, query }) =>
  auditFile(await auditAsCsv(ctx, auditOfSystem, auditFilterOf(query))),
);

export const listSystemAuditEntries = endpoint(auditOperations.listSystemAuditEntries, async ({ ctx, query }) => {
  const page = await readAudit(ctx, auditOfSystem, auditFilterOf(query), query);
  return { entries: page.records.map(presentAuditEntry), ...pageOf(page) };
});
