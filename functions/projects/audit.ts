import { auditOperations } from '#shared/projects/contract/operations/audit.ts';
import { auditAsCsv, auditOfProject, readAudit } from '#shared/projects/verbs/audit/read-audit.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { auditFile, auditFilterOf, presentProjectEntry } from './present-audit.ts';

export const exportProjectAudit = endpoint(auditOperations.exportProjectAudit, async ({ ctx, query }) =>
  auditFile(await auditAsCsv(ctx, auditOfProject(ctx.projectId), auditFilterOf(query))),
);

export const listProjectAuditEntries = endpoint(auditOperations.listProjectAuditEntries, async ({ ctx, query }) => {
  const page = await readAudit(ctx, auditOfProject(ctx.projectId), auditFilterOf(query), query);
  return { entries: page.records.map(presentProjectEntry), ...pageOf(page) };
});
