import type { Context } from '../../context.ts';
import type { ProjectRole } from '../../domain/permissions.ts';
import { getProjects, listMemberships, type ProjectRecord } from '../../store/projects/projects.ts';

/** A project as somebody is in it. */
export interface ProjectOfUser {
  project: ProjectRecord;
  role: ProjectRole;
  status: 'pending' | 'active';
}

/** The projects in which somebody is a member or invited, by name; those that wait to be purged among them. */
export async function projectsOfUser({ db }: Pick<Context, 'db'>, userId: string): Promise<ProjectOfUser[]> {
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
