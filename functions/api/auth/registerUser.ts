import { authOperations } from '#shared/contract/operations/auth.ts';
import { registerUser as register } from '#shared/services/users/create-user.ts';
import { beginSession } from '#shared/services/users/sessions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentToken, presentUser } from './present.ts';

export const registerUser = endpoint(authOperations.registerUser, async ({ ctx, body, client }) => {
  const { user, generatedPassword } = await register(ctx, {
    username: body.username,
    password: body.password ?? undefined,
    fullName: body.full_name ?? body.display_name,
    organization: body.organization,
    avatarKey: body.avatar_key,
    createDefaultProject: body.create_default_project,
  });
  return {
    ...presentUser(user),
    ...presentToken(await beginSession(ctx, user, client)),
    initial_password: generatedPassword ?? null,
  };
});
