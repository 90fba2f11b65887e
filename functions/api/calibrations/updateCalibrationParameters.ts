import { calibrationOperations } from '#shared/contract/operations/calibrations.ts';
import { updateParameters } from '#shared/services/parameters/update-parameters.ts';
import { endpoint } from '../../http/endpoint.ts';

/** updateCalibrationParameters: sets or corrects values by hand. */
export const updateCalibrationParameters = endpoint(
  calibrationOperations.updateCalibrationParameters,
  async ({ ctx, body }) => {
    const parameters = Object.fromEntries(
      Object.entries(body.parameters).map(([metric, { calibrated_at, value_type, ...value }]) => [
        metric,
        { ...value, calibratedAt: calibrated_at, valueType: value_type },
      ]),
    );
    const { chip_id: chipId, qid, reason } = body;
    const { activityId, current } = await updateParameters(ctx, { chipId, qid, reason, parameters });
    return { updated_count: Object.keys(current).length, provenance_activity_id: activityId, current };
  },
);
