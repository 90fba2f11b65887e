import { authOperations } from '#shared/contract/operations/auth.ts';
import { createApiToken as create } from '#shared/services/users/api-tokens.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentApiToken } from './present.ts';

export const createApiToken = endpoint(authOperations.createApiToken, async ({ ctx, body }) => {
  const { record, token } = await create(ctx, {
    name: body.name,
    expiresAt: body.expires_at,
    projectId: body.project_id,
    role: body.role,
  });
  return { ...presentApiToken(record, ctx.actor.user), token };
});
