import { define } from '#shared/api/define.ts';
import { executionAvailability, executionAvailabilityBody } from '#shared/flows/contract/schemas/flows.ts';

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
