import { calibrationOperations } from '#shared/contract/operations/calibrations.ts';
import { seedParameters } from '#shared/services/parameters/import-seeds.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getAvailableSeedParameters = endpoint(
  calibrationOperations.getAvailableSeedParameters,
  ({ ctx, params }) => seedParameters(ctx, params.chip_id),
);
