import { authOperations } from '#shared/contract/operations/auth.ts';
import { userNamed } from '#shared/services/users/administration.ts';
import { endSession } from '#shared/services/users/sessions.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteUserSession = endpoint(authOperations.deleteUserSession, async ({ ctx, params }) => {
  await endSession(ctx, await userNamed(ctx, params.username), params.session_id);
  return { message: `Session '${params.session_id}' of user '${params.username}' ended` };
});
