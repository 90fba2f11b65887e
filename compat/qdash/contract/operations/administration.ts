import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { username } from '#shared/api/schemas/common.ts';
import { userDetail, userImport } from '#shared/people/contract/schemas/users.ts';

/** The same as a file, as QDash's clients send it. */
const userListForm = z
  .object({
    file: z
      .custom<Blob>((value) => value instanceof Blob, 'must be a file')
      .meta({ override: { type: 'string', format: 'binary' }, description: 'A CSV file in UTF-8' }),
  })
  .meta({ id: 'UserListForm' });

const ofUser = z.object({ username });

export const administrationOperations = {
  reloadConfigCaches: define('reloadConfigCaches', {
    summary: 'Read cached configuration files again',
    description: 'The service has no configuration files that change while it runs, so nothing is cleared.',
    status: 200,
    response: z
      .object({
        cleared: z.array(z.string()).meta({ description: 'The files whose copies were dropped: always none' }),
        message: z.string(),
      })
      .meta({ id: 'ConfigReload' }),
  }),
  bulkImportUsers: define('bulkImportUsers', {
    summary: 'Register the users of a CSV file, each with a password that is shown this once',
    description: 'As `POST /admin/users/import`, with the list as the file of a form.',
    body: userListForm,
    bodyType: 'multipart',
    status: 201,
    response: userImport,
    secret: true,
  }),
  createProjectForUser: define('createProjectForUser', {
    summary: 'Make a default project for a user who has none, or whose was deleted',
    params: ofUser,
    status: 201,
    response: userDetail,
    errors: ['not_found', 'already_exists', 'limit_reached'],
  }),
};
