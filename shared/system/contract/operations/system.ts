import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { health, serviceHealth, settings } from '../schemas/system.ts';

/** Health, the interface description and settings. */
export const systemOperations = {
  getHealth: define('getHealth', {
    summary: 'Whether the service can do its work',
    description:
      'A part that is `degraded` prevents no work. Where one has `failed`, the answer is 503 with a sentence and the parts. ' +
      'On AWS the table is the only part.',
    status: 200,
    response: health,
  }),
  getServiceHealth: define('getServiceHealth', {
    summary: 'The parts of the service with details, and the limits of callers, for administrators',
    description: 'Answers 200 whatever the parts are like. `detail` names files and says what an engine says.',
    status: 200,
    response: serviceHealth,
  }),
  getOpenApiDocument: define('getOpenApiDocument', {
    summary: 'This interface description as OpenAPI 3.1',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    constant: true,
  }),
  getSettings: define('getSettings', {
    summary: 'Application settings, nothing secret among them',
    status: 200,
    response: settings,
  }),
};
