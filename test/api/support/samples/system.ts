import type { systemRoutes } from '#shared/contract/routes/system.ts';
import type { SamplesOf } from './sample.ts';

export const systemSamples: SamplesOf<typeof systemRoutes> = {
  getHealth: () => ({}),
  getServiceHealth: () => ({}),
  getOpenApiDocument: () => ({}),
  getConfigAll: () => ({}),
  getSettings: () => ({}),
};
