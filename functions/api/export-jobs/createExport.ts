import { exportJobOperations } from '#shared/contract/operations/export-jobs.ts';
import { askForExport } from '#shared/services/exports/jobs/ask-export.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withExports } from '../../ports/exports.ts';
import { parseExport, presentExport } from './present.ts';

export const createExport = endpoint(exportJobOperations.createExport, async ({ ctx, body }) =>
  presentExport({ ...(await askForExport(withExports(ctx), parseExport(body))), link: undefined }),
);
