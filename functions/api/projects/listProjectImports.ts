import { projectOperations } from '#shared/contract/operations/projects.ts';
import { listImportReports } from '#shared/store/archive/import-reports.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentImportReport } from './present.ts';

export const listProjectImports = endpoint(projectOperations.listProjectImports, async ({ ctx, query }) => {
  const { records, page } = wholePage(await listImportReports(ctx.db, ctx.projectId), query);
  return { imports: records.map(presentImportReport), ...page, next_cursor: null };
});
