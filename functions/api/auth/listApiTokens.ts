import { authOperations } from '#shared/contract/operations/auth.ts';
import { tokenLimit } from '#shared/services/users/api-tokens.ts';
import { listTokens } from '#shared/store/users/users.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentApiToken } from './present.ts';

export const listApiTokens = endpoint(authOperations.listApiTokens, async ({ ctx }) => {
  const { user } = ctx.actor;
  const { records, page } = wholePage(await listTokens(ctx.db, user.userId), { skip: 0, limit: tokenLimit });
  return { tokens: records.map((token) => presentApiToken(token, user)), ...page, next_cursor: null };
});
