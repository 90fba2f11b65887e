import { authOperations } from '#shared/contract/operations/auth.ts';
import { userNamed } from '#shared/services/users/administration.ts';
import { projectsOfUser } from '#shared/services/users/projects-of-user.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProjectOfUser, presentUserDetail } from './present.ts';

export const getUserDetails = endpoint(authOperations.getUserDetails, async ({ ctx, params }) => {
  const user = await userNamed(ctx, params.username);
  const projects = await projectsOfUser(ctx, user.userId);
  return { ...presentUserDetail(user), projects: projects.map(presentProjectOfUser) };
});
