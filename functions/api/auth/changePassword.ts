import { authOperations } from '#shared/contract/operations/auth.ts';
import { changePassword as change } from '#shared/services/users/passwords.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentToken } from './present.ts';

export const changePassword = endpoint(authOperations.changePassword, async ({ ctx, body, client }) => {
  const token = await change(ctx, {
    currentPassword: body.current_password,
    newPassword: body.new_password,
    ...client,
  });
  return { message: 'Password changed successfully', ...presentToken(token) };
});
