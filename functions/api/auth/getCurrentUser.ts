import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUser } from './present.ts';

export const getCurrentUser = endpoint(authOperations.getCurrentUser, async ({ ctx }) => presentUser(ctx.actor.user));
