import { authOperations } from '#shared/contract/operations/auth.ts';
import { beginSignIn } from '#shared/services/sign-in/begin-sign-in.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentBegunSignIn } from './present.ts';

export const beginIdentityLink = endpoint(authOperations.beginIdentityLink, async ({ ctx, client }) =>
  presentBegunSignIn(await beginSignIn(ctx, { ...client, userId: ctx.actor.user.userId })),
);
