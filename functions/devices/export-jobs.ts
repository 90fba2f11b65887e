import { exportJobOperations } from '#shared/devices/contract/operations/export-jobs.ts';
import { askForExport } from '#shared/devices/verbs/export/jobs/ask-export.ts';
import { cancelExport as cancel } from '#shared/devices/verbs/export/jobs/cancel-export.ts';
import { listExports as list, readExport } from '#shared/devices/verbs/export/jobs/read-exports.ts';
import { endpoint } from '../http/endpoint.ts';
import { withExports } from '../ports.ts';
import { parseExport, presentExport } from './present-export-jobs.ts';

export const cancelExport = endpoint(exportJobOperations.cancelExport, async ({ ctx, params }) =>
  presentExport(await cancel(withExports(ctx), params.export_id)),
);

export const createExport = endpoint(exportJobOperations.createExport, async ({ ctx, body }) =>
  presentExport({ ...(await askForExport(withExports(ctx), parseExport(body))), link: undefined }),
);

export const getExport = endpoint(exportJobOperations.getExport, async ({ ctx, params }) =>
  presentExport(await readExport(withExports(ctx), params.export_id)),
);

export const listExports = endpoint(exportJobOperations.listExports, async ({ ctx, query }) => {
  const { exports, total } = await list(withExports(ctx), query);
  return { exports: exports.map(presentExport), total, ...query, next_cursor: null };
});
