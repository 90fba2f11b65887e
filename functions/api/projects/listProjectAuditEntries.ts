import { auditOperations } from '#shared/contract/operations/audit.ts';
import { auditOfProject, readAudit } from '#shared/services/audit/read-audit.ts';
import { endpoint } from '../../http/endpoint.ts';
import { auditFilterOf, presentProjectEntry } from '../audit-entry.ts';
import { pageOf } from '../page.ts';

export const listProjectAuditEntries = endpoint(auditOperations.listProjectAuditEntries, async ({ ctx, query }) => {
  const page = await readAudit(ctx, auditOfProject(ctx.projectId), auditFilterOf(query), query);
  return { entries: page.records.map(presentProjectEntry), ...pageOf(page) };
});
