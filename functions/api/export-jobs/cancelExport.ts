import { exportJobOperations } from '#shared/contract/operations/export-jobs.ts';
import { cancelExport as cancel } from '#shared/services/exports/jobs/cancel-export.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withExports } from '../../ports/exports.ts';
import { presentExport } from './present.ts';

export const cancelExport = endpoint(exportJobOperations.cancelExport, async ({ ctx, params }) =>
  presentExport(await cancel(withExports(ctx), params.export_id)),
);
