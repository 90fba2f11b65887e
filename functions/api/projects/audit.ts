import { auditOperations } from '#shared/contract/operations/audit.ts';
import { auditAsCsv, auditOfProject, readAudit } from '#shared/services/audit/read-audit.ts';
import { endpoint } from '../../http/endpoint.ts';
import { auditFile, auditFilterOf, presentProjectEntry } from '../audit-entry.ts';
import { pageOf } from '../page.ts';

export const exportProjectAudit = endpoint(auditOperations.exportProjectAudit, async ({ ctx, query }) =>
  auditFile(await auditAsCsv(ctx, auditOfProject(ctx.projectId), auditFilterOf(query))),
);

export const listProjectAuditEntries = endpoint(auditOperations.listProjectAuditEntries, async ({ ctx, query }) => {
  const page = await readAudit(ctx, auditOfProject(ctx.projectId), auditFilterOf(query), query);
  return { entries: page.records.map(presentProjectEntry), ...pageOf(page) };
});
