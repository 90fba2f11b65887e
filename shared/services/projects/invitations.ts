import type { UserContext } from '../../context.ts';
import {
  getProjects,
  listMemberships,
  type MemberMirrorRecord,
  type ProjectRecord,
} from '../../store/projects/projects.ts';

/** An invitation with the project that it is to. */
export interface InvitationView {
  member: MemberMirrorRecord;
  project: ProjectRecord;
}

/** The invitations of the caller that wait to be accepted, the newest first; none to a project that was deleted. */
export async function listInvitations({ db, actor }: UserContext): Promise<InvitationView[]> {
  const bound = actor.apiToken?.projectId;
  const pending = (await listMemberships(db, actor.user.userId)).filter(
    ({ status, projectId }) => status === 'pending' && (bound === undefined || projectId === bound),
  );
  const projects = await getProjects(
    db,
    pending.map(({ projectId }) => projectId),
  );
  const byId = new Map(projects.map((project) => [project.projectId, project]));
  const views = pending.flatMap((member) => {
    const project = byId.get(member.projectId);
    return project && !project.deletedAt ? [{ member, project }] : [];
  });
  return views.sort((a, b) => (a.member.updatedAt < b.member.updatedAt ? 1 : -1));
}
