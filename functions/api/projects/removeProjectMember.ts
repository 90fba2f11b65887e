import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';

export const removeProjectMember = endpoint(projectOperations.removeProjectMember, async ({ ctx, params }) =>
  members.revokeMember(ctx, params.username).then(() => undefined),
);
