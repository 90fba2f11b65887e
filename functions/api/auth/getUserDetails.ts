import { authOperations } from '#shared/contract/operations/auth.ts';
import { userWithProjects } from '#shared/services/users/projects-of-user.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProjectOfUser, presentUserDetail } from './present.ts';

export const getUserDetails = endpoint(authOperations.getUserDetails, async ({ ctx, params }) => {
  const { user, projects } = await userWithProjects(ctx, params.username);
  return { ...presentUserDetail(user), projects: projects.map(presentProjectOfUser) };
});
