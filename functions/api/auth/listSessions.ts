import { authOperations } from '#shared/contract/operations/auth.ts';
import * as sessions from '#shared/services/users/sessions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentSession } from './present.ts';

export const listSessions = endpoint(authOperations.listSessions, async ({ ctx, query }) => {
  const { user, session } = ctx.actor;
  const page = await sessions.listSessions(ctx, user, query);
  return { sessions: page.records.map((one) => presentSession(one, session)), ...pageOf(page) };
});
