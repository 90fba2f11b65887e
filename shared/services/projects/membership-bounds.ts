import type { Context } from '../../context.ts';
import { bounds } from '../../domain/bounds.ts';
import { conflict } from '../../errors.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { changedByOthers } from '../../store/dynamodb/conflict.ts';
import { ifRevision } from '../../store/dynamodb/database.ts';
import type { Transaction } from '../../store/dynamodb/transaction.ts';
import { projectKeys, userKeys } from '../../store/keys.ts';
import { listMembers, listMemberships, type MemberRecord } from '../../store/projects/projects.ts';

type Named = { userId: string; username: string };

const standing = ({ status }: MemberRecord): boolean => status !== 'revoked';

/** @throws ServiceError `conflict` for somebody who owns as many projects as they may (rule PROJ-10). */
export async function requireRoomOfOwner(ctx: Pick<Context, 'db'>, { userId, username }: Named): Promise<void> {
  const owned = (await listMemberships(ctx.db, userId)).filter(({ role }) => role === 'owner');
  if (owned.length < bounds.projectsOfOwner) return;
  throw conflict(
    `User '${username}' owns ${bounds.projectsOfOwner} projects, the maximum with those that wait to be purged; delete one, or transfer it`,
    'limit_reached',
  );
}

/** @throws ServiceError `conflict` for somebody who is in as many projects as they may (rule PROJ-10). */
export async function requireRoomOfUser(ctx: Pick<Context, 'db'>, { userId, username }: Named): Promise<void> {
  const memberships = (await listMemberships(ctx.db, userId)).filter(standing);
  if (memberships.length < bounds.projectsOfUser) return;
  throw conflict(`User '${username}' is in ${bounds.projectsOfUser} projects, the maximum`, 'limit_reached');
}

/**
 * Whose membership gives way to a new one: of those that were revoked, the one that was so first; undefined where there is
 * room (rule PROJ-11).
 * @throws ServiceError `conflict` where nobody's was revoked.
 */
export async function roomOfProject(
  ctx: Pick<Context, 'db'> & { projectId: string },
): Promise<Stored<MemberRecord> | undefined> {
  const members = await listMembers(ctx.db, ctx.projectId);
  if (members.length < bounds.membersOfProject) return undefined;
  const [first] = members.filter((member) => !standing(member)).sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
  if (first) return first;
  throw conflict(
    `Project '${ctx.projectId}' has ${bounds.membersOfProject} members with those who are invited, the maximum; remove one first`,
    'limit_reached',
  );
}

/** Forgets a membership that was revoked. @throws ServiceError `conflict` where it was renewed meanwhile. */
export const addForgetting = (transaction: Transaction, { projectId, userId, username, rev }: Stored<MemberRecord>) =>
  transaction
    .delete(projectKeys.member(projectId, username), ifRevision(rev), () => changedByOthers(`Member '${username}'`))
    .delete(userKeys.membership(userId, projectId));
