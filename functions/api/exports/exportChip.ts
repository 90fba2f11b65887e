import { exportOperations } from '#shared/contract/operations/exports.ts';
import { exportChipFile } from '#shared/services/exports/exported-chip.ts';
import { endpoint } from '../../http/endpoint.ts';

export const exportChip = endpoint(exportOperations.exportChip, ({ ctx, params, query }) =>
  exportChipFile(ctx, params.chip_id, { format: query.format, asOf: query.as_of }),
);
