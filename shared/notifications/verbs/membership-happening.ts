import type { ProjectAuditAction } from '../../projects/rules/audit.ts';
import type { AuditRecord } from '../../projects/store/audit.ts';
import type { ProjectRecord } from '../../projects/store/projects.ts';
import type { Happening } from './happening.ts';
import type { Scenes } from './scenes.ts';

/** What an entry of the audit says of a membership. */
interface Entry {
  actor: string;
  project: ProjectRecord;
  /** The user of the membership; empty for none. */
  username: string;
  before: { role?: string; status?: string };
  after: { role?: string; status?: string };
  details: Record<string, unknown>;
}

type Told = Pick<Happening, 'kind' | 'concerned' | 'title' | 'announcement' | 'targetUrl'>;

const projects = '/projects';
const pageOf = ({ projectId }: ProjectRecord): string => `${projects}/${encodeURIComponent(projectId)}`;

/** The notifications about membership, by action of the audit entry. */
const tellings: Partial<Record<ProjectAuditAction, (entry: Entry) => Told>> = {
  'invite-member': ({ actor, project, username, after }) =>
    after.status === 'pending'
      ? {
          kind: 'invitation',
          concerned: [username],
          title: `${actor} invites you to project ${project.name}`,
          announcement: `${actor} invites ${username} to project ${project.name}`,
          targetUrl: projects,
        }
      : {
          kind: 'invitation',
          concerned: [username],
          title: `${actor} added you to project ${project.name} as ${after.role}`,
          announcement: `${actor} added ${username} to project ${project.name} as ${after.role}`,
          targetUrl: pageOf(project),
        },
  'accept-invitation': ({ project, username }) => ({
    kind: 'membership',
    concerned: [project.ownerUsername],
    title: `${username} joined project ${project.name}`,
    targetUrl: pageOf(project),
  }),
  'decline-invitation': ({ project, username }) => ({
    kind: 'membership',
    concerned: [project.ownerUsername],
    title: `${username} declined the invitation to project ${project.name}`,
    targetUrl: pageOf(project),
  }),
  'offer-project': ({ actor, project, username }) => ({
    kind: 'invitation',
    concerned: [username],
    title: `${actor} offers you project ${project.name}`,
    announcement: `${actor} offers project ${project.name} to ${username}`,
    targetUrl: projects,
  }),
  'withdraw-offer': ({ actor, project, username }) => ({
    kind: 'membership',
    concerned: [username],
    title: `${actor} no longer offers you project ${project.name}`,
    announcement: `${actor} no longer offers project ${project.name} to ${username}`,
    targetUrl: pageOf(project),
  }),
  'decline-offer': ({ project, username }) => ({
    kind: 'membership',
    concerned: [project.ownerUsername],
    title: `${username} declined to own project ${project.name}`,
    targetUrl: pageOf(project),
  }),
  'change-role': ({ project, username, after }) => ({
    kind: 'membership',
    concerned: [username],
    title: `You are ${after.role} in project ${project.name} now`,
    announcement: `${username} is ${after.role} in project ${project.name} now`,
    targetUrl: pageOf(project),
  }),
  'remove-member': ({ project, username, before }) => ({
    kind: 'membership',
    concerned: [username],
    title:
      before.status === 'pending'
        ? `Your invitation to project ${project.name} was withdrawn`
        : `You are no longer in project ${project.name}`,
    announcement:
      before.status === 'pending'
        ? `The invitation of ${username} to project ${project.name} was withdrawn`
        : `${username} is no longer in project ${project.name}`,
    targetUrl: projects,
  }),
  'transfer-project': ({ project, details }) => ({
    kind: 'membership',
    concerned: [String(details.before), String(details.after)],
    title: `${String(details.after)} owns project ${project.name} now`,
    targetUrl: pageOf(project),
  }),
};

/** The notification of the users in an entry of a project's audit; undefined for other entries. */
export async function membershipHappening(entry: AuditRecord, scenes: Scenes): Promise<Happening | undefined> {
  const { projectId, id, at, actor, action, resource, details } = entry;
  const telling = tellings[action];
  const scene = telling && (await scenes.of(projectId));
  if (!scene) return undefined;
  const { project } = scene;
  const told = telling({
    actor,
    project,
    username: resource.replace(/^user:/, ''),
    before: stateIn(details.before),
    after: stateIn(details.after),
    details,
  });
  return { ...told, projectId, name: id, at, actor, source: { type: 'project', id: projectId }, excerpt: '' };
}

const stateIn = (value: unknown): { role?: string; status?: string } =>
  typeof value === 'object' && value !== null ? value : {};
