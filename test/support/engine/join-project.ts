import type { ProjectContext } from '#shared/kernel/context.ts';
import { getUserByName } from '#shared/people/store/users.ts';
import type { ProjectRole } from '#shared/projects/rules/permissions.ts';
import { acceptInvitation, inviteMember } from '#shared/projects/verbs/members.ts';

/** Makes a user an active member: invited by `owner`, and accepted by themselves. */
export async function joinProject(owner: ProjectContext, invitation: { username: string; role: ProjectRole }) {
  const { member } = await inviteMember(owner, invitation);
  const user = await getUserByName(owner.db, invitation.username);
  if (!user) throw new Error(`no user ${invitation.username}`);
  const { projectId, username } = member;
  return acceptInvitation({ ...owner, actor: { user, apiToken: undefined } }, { projectId, username });
}
