import { version } from '#shared/kernel/version.ts';
import { limitsOf, nameOf, unitOf } from '#shared/limits/rules/limits.ts';
import { systemOperations } from '#shared/system/contract/operations/system.ts';
import { readParts, readPublicParts } from '#shared/system/verbs/service-health.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime.ts';
import { presentSettings } from './present-settings.ts';

export const getHealth = endpoint(systemOperations.getHealth, async ({ ctx }) => ({
  status: 'ok' as const,
  version,
  environment: ctx.config.environment,
  parts: await readPublicParts(ctx, runtime().ports.health),
}));

export const getOpenApiDocument = endpoint(systemOperations.getOpenApiDocument, async () => {
  // The document needs the schemas of every group; the function's other requests must not wait for them.
  const { openApiDocument } = await import('#shared/api/openapi.ts');
  return openApiDocument();
});

export const getServiceHealth = endpoint(systemOperations.getServiceHealth, async ({ ctx }) => ({
  parts: await readParts(ctx, runtime().ports.health),
  limits: limitsOf(ctx.config.limits).map((limit) => ({
    name: nameOf(limit),
    unit: unitOf[limit.kind],
    units_per_second: limit.bucket.ratePerSecond,
    burst: limit.bucket.burst,
  })),
}));

export const getSettings = endpoint(systemOperations.getSettings, async ({ ctx }) => presentSettings(ctx.config));
