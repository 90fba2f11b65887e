import { authOperations } from '#shared/contract/operations/auth.ts';
import { endSession } from '#shared/services/users/sessions.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteSession = endpoint(authOperations.deleteSession, async ({ ctx, params }) => {
  await endSession(ctx, ctx.actor.user, params.session_id);
  return { message: `Session '${params.session_id}' ended` };
});
