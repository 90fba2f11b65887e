import { authOperations } from '#shared/contract/operations/auth.ts';
import { userNamed } from '#shared/services/users/administration.ts';
import { listSessions } from '#shared/services/users/sessions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentSession } from './present.ts';

export const listUserSessions = endpoint(authOperations.listUserSessions, async ({ ctx, params, query }) => {
  const page = await listSessions(ctx, await userNamed(ctx, params.username), query);
  return { sessions: page.records.map((one) => presentSession(one, ctx.actor.session)), ...pageOf(page) };
});
