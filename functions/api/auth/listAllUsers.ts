import { authOperations } from '#shared/contract/operations/auth.ts';
import { listUsers } from '#shared/services/users/list-users.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentUserDetail } from './present.ts';

export const listAllUsers = endpoint(authOperations.listAllUsers, async ({ ctx, query }) => {
  const { search, disabled, system_role: systemRole, ...request } = query;
  const page = await listUsers(ctx, { search, disabled, systemRole }, request);
  return { users: page.records.map(presentUserDetail), ...pageOf(page) };
});
