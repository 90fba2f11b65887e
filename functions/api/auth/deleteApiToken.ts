import { authOperations } from '#shared/contract/operations/auth.ts';
import { deleteApiToken as revoke } from '#shared/services/users/api-tokens.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteApiToken = endpoint(authOperations.deleteApiToken, async ({ ctx, params }) => {
  await revoke(ctx, params.token_id);
  return { message: `API token '${params.token_id}' deleted` };
});
