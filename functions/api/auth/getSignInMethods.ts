import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getSignInMethods = endpoint(authOperations.getSignInMethods, async ({ ctx: { config } }) => ({
  passwords: config.passwordSignIn,
  provider: config.provider ? { name: config.provider.name } : null,
}));
