import { authOperations } from '#shared/contract/operations/auth.ts';
import * as imports from '#shared/services/users/import-users.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUserImport } from './present.ts';

export const bulkImportUsers = endpoint(authOperations.bulkImportUsers, async ({ ctx, body }) =>
  presentUserImport(await imports.importUsers(ctx, await body.file.text(), 'body.file')),
);
