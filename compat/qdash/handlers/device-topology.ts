import { endpoint } from '#functions/http/endpoint.ts';
import { deviceTopologyOperations } from '../contract/operations/device-topology.ts';
import { readDeviceTopology } from '../verbs/device-topology.ts';
import { parseDeviceRequest, presentDevice } from './present-device.ts';

export const getDeviceTopology = endpoint(deviceTopologyOperations.getDeviceTopology, async ({ ctx, body }) =>
  presentDevice(await readDeviceTopology(ctx, parseDeviceRequest(body))),
);
