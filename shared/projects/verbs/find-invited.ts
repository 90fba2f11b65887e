import { randomUUID } from 'node:crypto';
import type { ProjectContext } from '../../kernel/context.ts';
import { bounds } from '../../kernel/rules/bounds.ts';
import { isUnknownUserId, unknownUserId } from '../../people/rules/unknown-user.ts';
import { getUser, getUserIdByName, type UserRecord } from '../../people/store/users.ts';
import { listMemberships, type MemberRecord } from '../store/projects.ts';

/**
 * The recipient of an invitation. If no account has the name, or its account is disabled or has too many open
 * invitations, there is none, and the invitation is stored under an id that no account has. The reads are the same
 * (rule PROJ-16).
 */
export async function findInvited(
  ctx: ProjectContext,
  username: string,
  current: MemberRecord | undefined,
): Promise<{ userId: string; user: UserRecord | undefined }> {
  const userId = (await getUserIdByName(ctx.db, username)) ?? unknownUserId(randomUUID());
  const [user, memberships] = await Promise.all([getUser(ctx.db, userId), listMemberships(ctx.db, userId)]);
  const open = memberships.filter(({ status, projectId }) => status === 'pending' && projectId !== ctx.projectId);
  if (user && !user.disabled && open.length < bounds.openInvitationsOfInvited) return { userId, user };
  const known = current && isUnknownUserId(current.userId) ? current.userId : undefined;
  return { userId: known ?? unknownUserId(randomUUID()), user: undefined };
}
