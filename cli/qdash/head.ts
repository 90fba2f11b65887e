import { PROJECT_ROLES, type ProjectRole } from '#shared/projects/rules/permissions.ts';
import type { MemberRecord } from '#shared/projects/store/projects.ts';
import { type Doc, idOf, optionalText, textOf, textsOf, timesOf } from './document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { lineOf } from './lines.ts';
import type { ProjectReport } from './report.ts';
import type { Survey } from './survey.ts';

const roleOf = (doc: Doc, field: string): ProjectRole =>
  PROJECT_ROLES.find((one) => one === textOf(doc, field)) ?? 'viewer';

/** The name of a project; its id where it has none. */
export const nameOfProject = (projectId: string, doc: Doc): string =>
  textOf(doc, 'name').trim().slice(0, 100) || projectId;

/** The head of a project's archive: the project and its members, of whom one is the owner. */
export async function headOf(
  projectId: string,
  members: readonly Doc[],
  survey: Survey,
  report: ProjectReport,
  kept: KeptDocuments,
): Promise<string[]> {
  const doc = survey.projects.get(projectId) ?? {};
  const owner = textOf(doc, 'owner_username');
  const times = timesOf(doc);
  const records = new Map<string, MemberRecord>();
  for (const member of members) {
    const username = textOf(member, 'username');
    if (username === '') {
      report.refuse('project_membership', 'has no username', idOf(member));
      await kept.add('refused.project_membership', member, projectId);
      continue;
    }
    const status = textOf(member, 'status', 'active');
    if (status !== 'active' && status !== 'revoked') {
      report.refuse('project_membership', 'an invitation that was not accepted: invite them again', username);
      await kept.add('refused.project_membership', member, projectId);
      continue;
    }
    report.count('project_membership', records.has(username) ? 'merged' : 'imported');
    const invitedBy = optionalText(member, 'invited_by');
    const inviter = invitedBy === undefined ? {} : { invitedBy, invitedByUserId: survey.userId(invitedBy) };
    const role = username === owner ? 'owner' : roleOf(member, 'role') === 'owner' ? 'editor' : roleOf(member, 'role');
    records.set(username, {
      ...{ projectId, userId: survey.userId(username), username, role, status: username === owner ? 'active' : status },
      ...inviter,
      ...timesOf(member),
    });
  }
  if (!records.has(owner)) {
    report.remark('changed', 'project_membership', 'the owner of a project becomes a member of it', owner);
    records.set(owner, {
      projectId,
      userId: survey.userId(owner),
      username: owner,
      role: 'owner',
      status: 'active',
      ...times,
    });
  }
  const project = lineOf('project', {
    ...{
      projectId,
      ownerUserId: survey.userId(owner),
      ownerUsername: owner,
      name: nameOfProject(projectId, doc),
    },
    ...{
      description: optionalText(doc, 'description'),
      tags: textsOf(doc, 'tags'),
      defaultRole: roleOf(doc, 'default_role'),
    },
    ...times,
  });
  return [project, ...[...records.values()].map((record) => lineOf('member', record))].map(({ text }) => text);
}
