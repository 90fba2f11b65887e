import { systemOperations } from '#shared/contract/operations/system.ts';
import { version } from '#shared/version.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getHealth = endpoint(systemOperations.getHealth, async ({ ctx }) => ({
  status: 'ok' as const,
  version,
  environment: ctx.config.environment,
}));
