import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUser } from './present.ts';

/** getCurrentUser: answers the caller's profile. */
export const getCurrentUser = endpoint(authOperations.getCurrentUser, async ({ ctx }) => presentUser(ctx.actor.user));
