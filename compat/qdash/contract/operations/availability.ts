import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { flowName } from '#shared/flows/contract/schemas/flow-name.ts';
import { boundedMap } from '#shared/flows/contract/schemas/flows.ts';

/** A run whose start is asked about; a field that is null is not given. */
const executionAvailabilityBody = z
  .object({
    flow_name: flowName.nullish(),
    parameters: boundedMap.nullish().meta({ description: 'As for the start; of these, only `chip_id` is checked' }),
  })
  .meta({ id: 'ExecutionAvailabilityRequest' });

/** Whether a run could start now. */
const executionAvailability = z
  .object({
    available: z.boolean(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why not, naming the run that holds the lock; null if available' }),
  })
  .meta({ id: 'ExecutionAvailability' });

export const availabilityOperations = {
  checkExecutionAvailability: define('checkExecutionAvailability', {
    summary: 'Whether a run could start now',
    description:
      'Reserves nothing and starts nothing, so that a start may still be refused. The flow and the chip that the request names must exist.',
    body: executionAvailabilityBody,
    status: 200,
    response: executionAvailability,
    errors: ['unknown_reference'],
  }),
};
