import { exportOperations } from '#shared/contract/operations/exports.ts';
import { exportParameters } from '#shared/services/exports/chip-parameters.ts';
import { endpoint } from '../../http/endpoint.ts';

export const exportChipParameters = endpoint(
  exportOperations.exportChipParameters,
  async ({ ctx, params: { chip_id }, query: { format, as_of } }) => {
    const { document, measuredAt, leftOut, fileName } = await exportParameters(ctx, chip_id, { format, asOf: as_of });
    return {
      ...{ chip_id, format, filename: fileName, measured_at: measuredAt, document },
      left_out: leftOut.map(({ kind, ...rest }) => ({ target_kind: kind, ...rest })),
    };
  },
);
