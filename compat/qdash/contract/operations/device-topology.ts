import { define } from '#shared/api/define.ts';
import { device, deviceTopologyBody } from '../schemas/device-topology.ts';

export const deviceTopologyOperations = {
  getDeviceTopology: define('getDeviceTopology', {
    summary: 'A chip as the device that OQTOPUS describes, under conditions on fidelity and age',
    description:
      'A number that the chip does not have, or not within 24 hours where that is a condition, is given as QDash gives it: 0.25 for a fidelity, 100 for a lifetime, 20 for a duration. `substituted` lists each, `left_out` every qubit and coupling that is not in the device, with the reason.',
    body: deviceTopologyBody,
    status: 200,
    response: device,
    errors: ['unknown_reference'],
  }),
};
