import { authOperations } from '#shared/contract/operations/auth.ts';
import { updateProfile } from '#shared/services/users/update-user.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentOwnUser } from './present.ts';

export const updateCurrentUserProfile = endpoint(authOperations.updateCurrentUserProfile, async ({ ctx, body }) => {
  const user = await updateProfile(ctx, ctx.actor.user, {
    fullName: body.full_name === undefined ? body.display_name : body.full_name,
    organization: body.organization,
    avatarKey: body.avatar_key,
    defaultProjectId: body.default_project_id,
  });
  return presentOwnUser(user, ctx.actor);
});
