import * as z from 'zod';
import { define } from '../define.ts';
import { asOfInput, chipId } from '../schemas/common.ts';
import { device, deviceTopologyBody } from '../schemas/device-topology.ts';

/** What goes out of the service as files and in formats of others. */
export const exportOperations = {
  exportChip: define('exportChip', {
    summary: 'A chip as a file: topology, and every current value with its unit, error, instant, source and cool-down',
    description:
      'A document of the format `fiducial`, which `POST /chips/import` reads. The same in both forms; YAML is read alike by readers of version 1.1 and 1.2.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      format: z.enum(['yaml', 'json']).default('yaml'),
      as_of: asOfInput.optional().meta({
        description: 'As of an instant, by when values were measured; a bare date means the end of that UTC day',
      }),
    }),
    status: 200,
    file: ['application/yaml', 'application/json'],
    errors: ['not_found'],
  }),
  getDeviceTopology: define('getDeviceTopology', {
    summary: 'A chip as the device that OQTOPUS describes, under conditions on fidelity and age',
    description:
      'A number that the chip does not have, or not within 24 hours where that is a condition, is given as QDash gives it: 0.25 for a fidelity, 100 for a lifetime, 20 for a duration. `substituted` lists each, `left_out` every qubit and coupling that is no part of the device with the reason.',
    body: deviceTopologyBody,
    status: 200,
    response: device,
    errors: ['unknown_reference'],
  }),
};
