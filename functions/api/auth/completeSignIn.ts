import { authOperations } from '#shared/contract/operations/auth.ts';
import { completeSignIn as complete } from '#shared/services/sign-in/complete-sign-in.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentLogin } from './present.ts';

export const completeSignIn = endpoint(authOperations.completeSignIn, async ({ ctx, body, client }) => {
  const { user, token } = await complete(ctx, { answer: body.response, browserKey: body.browser_key, ...client });
  return presentLogin({ ...user, mustChangePassword: false }, token);
});
