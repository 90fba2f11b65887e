import { authOperations } from '#shared/contract/operations/auth.ts';
import { createProjectFor } from '#shared/services/users/default-project.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUserDetail } from './present.ts';

export const createProjectForUser = endpoint(authOperations.createProjectForUser, async ({ ctx, params }) =>
  presentUserDetail(await createProjectFor(ctx, params.username)),
);
