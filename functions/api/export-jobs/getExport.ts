import { exportJobOperations } from '#shared/contract/operations/export-jobs.ts';
import { readExport } from '#shared/services/exports/jobs/read-exports.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withExports } from '../../ports/exports.ts';
import { presentExport } from './present.ts';

export const getExport = endpoint(exportJobOperations.getExport, async ({ ctx, params }) =>
  presentExport(await readExport(withExports(ctx), params.export_id)),
);
