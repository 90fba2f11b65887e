import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentOwnUser } from './present.ts';

export const getCurrentUser = endpoint(authOperations.getCurrentUser, async ({ ctx: { actor } }) =>
  presentOwnUser(actor.user, actor),
);
