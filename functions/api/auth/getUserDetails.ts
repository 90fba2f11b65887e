import { authOperations } from '#shared/contract/operations/auth.ts';
import { userNamed } from '#shared/services/users/administration.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUserDetail } from './present.ts';

export const getUserDetails = endpoint(authOperations.getUserDetails, async ({ ctx, params }) =>
  presentUserDetail(await userNamed(ctx, params.username)),
);
