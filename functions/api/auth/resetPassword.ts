import { authOperations } from '#shared/contract/operations/auth.ts';
import { resetPassword as reset } from '#shared/services/users/passwords.ts';
import { endpoint } from '../../http/endpoint.ts';

export const resetPassword = endpoint(authOperations.resetPassword, async ({ ctx, body }) => {
  await reset(ctx, { username: body.username, newPassword: body.new_password });
  return { message: `Password reset successfully for user '${body.username}'` };
});
