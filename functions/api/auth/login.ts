import { authOperations } from '#shared/contract/operations/auth.ts';
import { login as logIn } from '#shared/services/users/login.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentLogin } from './present.ts';

export const login = endpoint(authOperations.login, async ({ ctx, body, client }) => {
  const { user, token } = await logIn(ctx, { ...body, ...client });
  return presentLogin(user, token);
});
