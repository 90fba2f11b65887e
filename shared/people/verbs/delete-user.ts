import { nowOf, type ProjectContext, type UserContext } from '../../kernel/context.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { getProjects, listMembers, listMemberships, type ProjectRecord } from '../../projects/store/projects.ts';
import { systemEntry } from '../../projects/verbs/audit/entries.ts';
import { releaseInvitation, revokeMember } from '../../projects/verbs/members.ts';
import { deleteProject } from '../../projects/verbs/projects.ts';
import { removeForeignHash } from '../store/foreign-hashes.ts';
import { listTokens, usernameEntity } from '../store/users.ts';
import { addAdministratorCheck, userNamed } from './administration.ts';
import { changeUser } from './manage-user.ts';

/**
 * Deletes a user (rule USER-4). They are disabled first: from then on they cannot receive a project or become a member,
 * so that the reads afterwards find everything. After an interruption, the next call continues.
 * @throws ServiceError `not-found`; `invalid` for oneself; `conflict` while they own a project with other members, or
 * in which a run is active.
 */
export async function deleteUser(ctx: UserContext, username: string): Promise<void> {
  if (username === ctx.actor.user.username)
    throw invalid(`Administrator '${username}' cannot delete themselves: another administrator can`);
  const { userId } = await userNamed(ctx, username);
  await refuseShared(ctx, userId, username);
  await changeUser(ctx, username, { disabled: true });
  for (const { projectId } of await refuseShared(ctx, userId, username)) await deleteProject(inProject(ctx, projectId));
  for (const { projectId, role, status } of await listMemberships(ctx.db, userId))
    if (status === 'pending') await releaseInvitation(inProject(ctx, projectId), username);
    else if (role !== 'owner' && status === 'active') await revokeMember(inProject(ctx, projectId), username);
  for (const { tokenId } of await listTokens(ctx.db, userId))
    await new Transaction(ctx.db).delete(userKeys.token(userId, tokenId)).commit();
  await retryOnConflict(orRefuse(`User '${username}'`), () => removeUser(ctx, username));
}

/** With all rights there: an administrator in the place of the owner. */
const inProject = (ctx: UserContext, projectId: string): ProjectContext => ({ ...ctx, projectId, role: 'owner' });

/** The projects that the user owns, unless one has other members. @throws ServiceError `conflict` that names those. */
async function refuseShared(ctx: UserContext, userId: string, username: string): Promise<ProjectRecord[]> {
  const owned = (await listMemberships(ctx.db, userId)).filter(({ role }) => role === 'owner');
  const projects = await getProjects(
    ctx.db,
    owned.map(({ projectId }) => projectId),
  );
  const open = projects.filter(({ deletedAt }) => !deletedAt);
  for (const { projectId, name } of open) {
    const others = (await listMembers(ctx.db, projectId)).filter(
      (member) => member.userId !== userId && member.status === 'active',
    );
    if (others.length > 0)
      throw conflict(
        `User '${username}' owns project '${projectId}' (${name}), which others are in: transfer or delete it first`,
        'not_empty',
      );
  }
  return open;
}

/** The name stays taken: their texts must not appear to be another user's. */
async function removeUser(ctx: UserContext, username: string): Promise<void> {
  const user = await userNamed(ctx, username);
  const { userId, rev, identity } = user;
  const name = { username, userId, deletedAt: nowOf(ctx) };
  const transaction = new Transaction(ctx.db)
    .delete(userKeys.user(userId), ifRevision(rev), staleRead)
    .delete(userKeys.listed(username))
    // Their e-mail address is stored there.
    .delete(userKeys.notificationSettings(userId))
    .put(usernameEntity.encode(name, 2))
    .put(systemEntry(ctx, { action: 'delete-user', resource: `user:${username}` }));
  removeForeignHash(transaction, user);
  if (identity) transaction.delete(userKeys.identity(identity.issuer, identity.subject));
  await addAdministratorCheck(transaction, ctx).commit();
}
