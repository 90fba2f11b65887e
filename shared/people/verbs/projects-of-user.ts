import type { Context } from '../../kernel/context.ts';
import type { ProjectRole } from '../../projects/rules/permissions.ts';
import { getProjects, listMemberships, type ProjectRecord } from '../../projects/store/projects.ts';
import { getUser, getUserIdByName, type UserRecord } from '../store/users.ts';
import { noUserNamed } from './administration.ts';

/** A project with a user's membership in it. */
export interface ProjectOfUser {
  project: ProjectRecord;
  role: ProjectRole;
  status: 'pending' | 'active';
}

/**
 * A user with the projects in which they are a member or invited, by name; including those that wait to be purged.
 *
 * @throws ServiceError `not-found` for a name without a user, or of a deleted user.
 */
export async function userWithProjects(
  { db }: Pick<Context, 'db'>,
  username: string,
): Promise<{ user: UserRecord; projects: ProjectOfUser[] }> {
  const userId = await getUserIdByName(db, username);
  const [user, projects] = userId ? await Promise.all([getUser(db, userId), projectsOf(db, userId)]) : [];
  if (!user || !projects) throw noUserNamed(username);
  return { user, projects };
}

async function projectsOf(db: Context['db'], userId: string): Promise<ProjectOfUser[]> {
  const memberships = await listMemberships(db, userId);
  const projects = await getProjects(
    db,
    memberships.map(({ projectId }) => projectId),
  );
  return memberships
    .flatMap(({ projectId, role, status }) => {
      const project = projects.find((one) => one.projectId === projectId);
      return project && status !== 'revoked' ? [{ project, role, status }] : [];
    })
    .sort((a, b) => a.project.name.localeCompare(b.project.name, 'en'));
}
