import { authOperations } from '#shared/contract/operations/auth.ts';
import { beginSignIn as begin } from '#shared/services/sign-in/begin-sign-in.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentBegunSignIn } from './present.ts';

export const beginSignIn = endpoint(authOperations.beginSignIn, async ({ ctx, client }) =>
  presentBegunSignIn(await begin(ctx, client)),
);
