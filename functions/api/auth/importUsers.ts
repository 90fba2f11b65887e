import { authOperations } from '#shared/contract/operations/auth.ts';
import * as imports from '#shared/services/users/import-users.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUserImport } from './present.ts';

export const importUsers = endpoint(authOperations.importUsers, async ({ ctx, body }) =>
  presentUserImport(await imports.importUsers(ctx, body.csv)),
);
