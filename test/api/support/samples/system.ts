import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const systemSamples = {
  getHealth: () => ({}),
  getServiceHealth: () => ({}),
  getOpenApiDocument: () => ({}),
  getConfigAll: () => ({}),
  getSettings: () => ({}),
} satisfies Partial<SamplesOf<typeof routes>>;
