import { exportOperations } from '#shared/devices/contract/operations/exports.ts';
import { exportParameters } from '#shared/devices/verbs/export/chip-parameters.ts';
import { exportChipFile } from '#shared/devices/verbs/export/exported-chip.ts';
import { endpoint } from '../http/endpoint.ts';

export const exportChip = endpoint(exportOperations.exportChip, ({ ctx, params, query }) =>
  exportChipFile(ctx, params.chip_id, { format: query.format, asOf: query.as_of }),
);

export const exportChipParameters = endpoint(
  exportOperations.exportChipParameters,
  async ({
    ctx,
    params: { chip_id },
    query: { format, as_of: asOf, within_hours: withinHours, qubits, couplings },
  }) => {
    const file = await exportParameters(ctx, chip_id, { format, asOf, withinHours, qubits, couplings });
    const isPart = qubits !== undefined || couplings !== undefined;
    return {
      ...{ chip_id, format, filename: file.fileName, measured_at: file.measuredAt, document: file.document },
      left_out: file.leftOut.map(({ kind, ...rest }) => ({ target_kind: kind, ...rest })),
      text: file.text ?? null,
      ...{ qubits: file.qubits, couplings: file.couplings, simulated_values: file.simulatedValues },
      values: (isPart ? file.values : []).map(({ kind, id, calibratedAt, ageSeconds, error, ...rest }) => ({
        ...{ target_kind: kind, target_id: id, ...rest },
        error: error ?? null,
        calibrated_at: calibratedAt ?? null,
        age_seconds: ageSeconds ?? null,
      })),
    };
  },
);
