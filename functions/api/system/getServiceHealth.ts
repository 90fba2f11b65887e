import { systemOperations } from '#shared/contract/operations/system.ts';
import { readParts } from '#shared/services/service-health/service-health.ts';
import { endpoint } from '../../http/endpoint.ts';
import { runtime } from '../../runtime.ts';

export const getServiceHealth = endpoint(systemOperations.getServiceHealth, async ({ ctx }) => ({
  parts: await readParts(ctx, runtime().ports.health),
}));
