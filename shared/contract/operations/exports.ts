import * as z from 'zod';
import { define } from '../define.ts';
import { asOfInput, chipId, instant, targetKind } from '../schemas/common.ts';
import { device, deviceTopologyBody } from '../schemas/device-topology.ts';

const asOf = asOfInput.optional().meta({
  description: 'As of an instant, by when values were measured; a bare date means the end of that UTC day',
});

/** What goes out of the service as files and in formats of others. */
export const exportOperations = {
  exportChip: define('exportChip', {
    summary: 'A chip as a file: topology, and every current value with its unit, error, instant, source and cool-down',
    description:
      'A document of the format `fiducial`, which `POST /chips/import` reads. The same in both forms; YAML is read alike by readers of version 1.1 and 1.2.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      format: z.enum(['yaml', 'json']).default('yaml'),
      as_of: asOf,
    }),
    status: 200,
    file: ['application/yaml', 'application/json'],
    errors: ['not_found'],
  }),
  exportChipParameters: define('exportChipParameters', {
    summary: 'The parameters of a chip in a format of others, and what it cannot carry',
    description:
      '`qibolab`: `calibration.json`. `quam`: what to merge into `state.json`. `POST /chips/import` reads the same values from `document`, dated by `measured_at`.',
    params: z.object({ chip_id: chipId }),
    query: z.object({ format: z.enum(['qibolab', 'quam']), as_of: asOf }),
    status: 200,
    response: z
      .object({
        chip_id: z.string(),
        format: z.enum(['qibolab', 'quam']),
        filename: z.string(),
        measured_at: instant
          .nullable()
          .meta({ description: 'When the youngest value was measured; the format dates all of them at once' }),
        document: z.record(z.string(), z.unknown()),
        left_out: z.array(
          z
            .object({
              target_kind: targetKind,
              field: z.string().meta({ description: 'A metric, its error, or `direction`' }),
              reason: z.string(),
              targets: z.array(z.string()),
            })
            .meta({ id: 'FieldLeftOut' }),
        ),
      })
      .meta({ id: 'ChipParameters' }),
    errors: ['not_found'],
  }),
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
