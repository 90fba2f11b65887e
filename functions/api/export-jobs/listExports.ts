import { exportJobOperations } from '#shared/contract/operations/export-jobs.ts';
import { listExports as list } from '#shared/services/exports/jobs/read-exports.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withExports } from '../../ports/exports.ts';
import { presentExport } from './present.ts';

export const listExports = endpoint(exportJobOperations.listExports, async ({ ctx, query }) => {
  const { exports, total } = await list(withExports(ctx), query);
  return { exports: exports.map(presentExport), total, ...query, next_cursor: null };
});
