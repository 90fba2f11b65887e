import { endpoint } from '#functions/http/endpoint.ts';
import { presentUserDetail, presentUserImport } from '#functions/people/present.ts';
import * as imports from '#shared/people/verbs/import-users.ts';
import { administrationOperations } from '../contract/operations/administration.ts';
import { createProjectFor } from '../verbs/create-default-project.ts';

export const bulkImportUsers = endpoint(administrationOperations.bulkImportUsers, async ({ ctx, body }) =>
  presentUserImport(await imports.importUsers(ctx, await body.file.text(), 'body.file')),
);

export const createProjectForUser = endpoint(administrationOperations.createProjectForUser, async ({ ctx, params }) =>
  presentUserDetail(await createProjectFor(ctx, params.username)),
);

export const reloadConfigCaches = endpoint(administrationOperations.reloadConfigCaches, async () => ({
  cleared: [],
  message: 'Nothing to clear: the service has no configuration files that change while it runs',
}));
