import type { UserContext } from '../../kernel/context.ts';
import {
  getProjects,
  listMemberships,
  type MemberMirrorRecord,
  type OwnershipOffer,
  type ProjectRecord,
} from '../store/projects.ts';

/** An invitation with the project that it is to. */
export interface InvitationView {
  member: MemberMirrorRecord;
  project: ProjectRecord;
}

/** A project that is offered to the caller. */
export interface OfferView {
  offer: OwnershipOffer;
  project: ProjectRecord;
}

/** The caller's open invitations, the newest first; without those of deleted projects. */
export async function listInvitations({
  db,
  actor,
}: UserContext): Promise<{ invitations: InvitationView[]; offers: OfferView[] }> {
  const bound = actor.apiToken?.projectId;
  const waiting = (await listMemberships(db, actor.user.userId)).filter(
    ({ status, offer, projectId }) =>
      (status === 'pending' || (status === 'active' && offer)) && (bound === undefined || projectId === bound),
  );
  const projects = await getProjects(
    db,
    waiting.map(({ projectId }) => projectId),
  );
  const byId = new Map(projects.map((project) => [project.projectId, project]));
  const views = waiting.flatMap((member) => {
    const project = byId.get(member.projectId);
    return project && !project.deletedAt ? [{ member, project }] : [];
  });
  const offers = views.flatMap(({ member: { status, offer }, project }) =>
    status === 'active' && offer?.byUserId === project.ownerUserId ? [{ offer, project }] : [],
  );
  return {
    invitations: views
      .filter(({ member }) => member.status === 'pending')
      .sort((a, b) => (a.member.updatedAt < b.member.updatedAt ? 1 : -1)),
    offers: offers.sort((a, b) => (a.offer.at < b.offer.at ? 1 : -1)),
  };
}
