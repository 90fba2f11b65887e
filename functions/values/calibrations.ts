import { calibrationOperations } from '#shared/values/contract/operations/calibrations.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { endpoint } from '../http/endpoint.ts';
import { mapValues } from '../http/map-values.ts';
import { presentGateMark } from './present.ts';

export const updateCalibrationParameters = endpoint(
  calibrationOperations.updateCalibrationParameters,
  async ({ ctx, body }) => {
    const parameters = mapValues(
      body.parameters,
      ({ calibrated_at: calibratedAt, value_type: valueType, ...value }) => ({
        ...value,
        calibratedAt,
        valueType,
      }),
    );
    const { chip_id: chipId, qid, reason, kind, persist } = body;
    const edit = { chipId, qid, kind: kind ?? undefined, reason, persist, parameters };
    const { activityId, keptAs = {}, current, remarks } = await updateParameters(ctx, edit);
    return {
      updated_count: Object.keys(current).length,
      provenance_activity_id: activityId,
      kept_as: keptAs,
      current,
      remarks: mapValues(remarks, presentGateMark),
    };
  },
);
