import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';

export const reloadConfigCaches = endpoint(authOperations.reloadConfigCaches, async () => ({
  cleared: [],
  message: 'Nothing to clear: the service has no configuration files that change while it runs',
}));
