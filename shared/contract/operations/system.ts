import * as z from 'zod';
import { define } from '../define.ts';
import { allConfig, health, settings } from '../schemas/system.ts';

/** Health, the interface description and settings. */
export const systemOperations = {
  getHealth: define('getHealth', {
    summary: 'Whether the service answers',
    status: 200,
    response: health,
  }),
  getOpenApiDocument: define('getOpenApiDocument', {
    summary: 'This interface description as OpenAPI 3.1',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  }),
  getConfigAll: define('getConfigAll', {
    summary: 'Everything that the web application reads at boot',
    status: 200,
    response: allConfig,
  }),
  getSettings: define('getSettings', {
    summary: 'Application settings, nothing secret among them',
    status: 200,
    response: settings,
  }),
};
