import { authOperations } from '#shared/contract/operations/auth.ts';
import { changeUser } from '#shared/services/users/manage-user.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUserDetail } from './present.ts';

export const updateUserSettings = endpoint(authOperations.updateUserSettings, async ({ ctx, params, body }) => {
  const user = await changeUser(ctx, params.username, {
    fullName: body.full_name === undefined ? body.display_name : body.full_name,
    organization: body.organization,
    avatarKey: body.avatar_key,
    disabled: body.disabled,
    systemRole: body.system_role,
    mustChangePassword: body.must_change_password,
  });
  return presentUserDetail(user);
});
