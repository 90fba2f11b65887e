import { authOperations } from '#shared/contract/operations/auth.ts';
import * as users from '#shared/services/users/delete-user.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteUser = endpoint(authOperations.deleteUser, async ({ ctx, params }) => {
  await users.deleteUser(ctx, params.username);
  return { message: `User '${params.username}' deleted` };
});
