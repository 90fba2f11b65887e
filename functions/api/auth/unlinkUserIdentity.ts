import { authOperations } from '#shared/contract/operations/auth.ts';
import { unlinkIdentity } from '#shared/services/sign-in/identities.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUserDetail } from './present.ts';

export const unlinkUserIdentity = endpoint(authOperations.unlinkUserIdentity, async ({ ctx, params }) =>
  presentUserDetail(await unlinkIdentity(ctx, params.username)),
);
