import { systemOperations } from '#shared/contract/operations/system.ts';
import { readPublicParts } from '#shared/services/service-health/service-health.ts';
import { version } from '#shared/version.ts';
import { endpoint } from '../../http/endpoint.ts';
import { runtime } from '../../runtime.ts';

export const getHealth = endpoint(systemOperations.getHealth, async ({ ctx }) => ({
  status: 'ok' as const,
  version,
  environment: ctx.config.environment,
  parts: await readPublicParts(ctx, runtime().ports.health),
}));
