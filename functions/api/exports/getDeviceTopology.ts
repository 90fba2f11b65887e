import { exportOperations } from '#shared/contract/operations/exports.ts';
import { readDeviceTopology } from '#shared/services/exports/device-topology.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parseDeviceRequest, presentDevice } from './present.ts';

export const getDeviceTopology = endpoint(exportOperations.getDeviceTopology, async ({ ctx, body }) =>
  presentDevice(await readDeviceTopology(ctx, parseDeviceRequest(body))),
);
