import { nowOf, type UserContext } from '../../kernel/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { membershipByGroups, projectRolesOf } from '../../people/rules/group-roles.ts';
import { getMember, getProject, type MemberRecord } from '../store/projects.ts';
import { projectEntry } from './audit/entries.ts';
import { addEnabledCheck, addMemberWrites } from './members.ts';
import { addForgetting, requireRoomOfUser, roomOfProject } from './membership-bounds.ts';

/**
 * Updates the caller's memberships in the projects that rules name to the roles of their groups (rule AUTH-35). A
 * project that is gone or full does not block the others; it is logged.
 */
export async function followGroups(ctx: UserContext, groups: readonly string[]): Promise<void> {
  const { groupRoles = [] } = ctx.config.provider ?? {};
  for (const [projectId, role] of projectRolesOf(groups, groupRoles))
    try {
      await retryOnConflict(orRefuse(`Project '${projectId}'`), () => followGroupsIn(ctx, projectId, role));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'limit_reached') throw error;
      const { requestId, actor } = ctx;
      const { userId } = actor.user;
      ctx.log.warn('a group gives no membership', { requestId, userId, projectId, reason: error.message });
    }
}

async function followGroupsIn(
  ctx: UserContext,
  projectId: string,
  role: 'viewer' | 'editor' | undefined,
): Promise<void> {
  const { user } = ctx.actor;
  const { userId, username } = user;
  const [project, current] = await Promise.all([getProject(ctx.db, projectId), getMember(ctx.db, projectId, username)]);
  if (!project || project.deletedAt) return;
  const next = membershipByGroups(current, role);
  if (!next) return;
  const isNew = current === undefined || current.status === 'revoked';
  if (isNew) await requireRoomOfUser(ctx, user);
  const gone = current ? undefined : await roomOfProject({ ...ctx, projectId });
  const now = nowOf(ctx);
  const offer = next.status === 'active' ? current?.offer : undefined;
  const given = { userId, ...next, offer, unaccepted: undefined, updatedAt: now };
  const member: MemberRecord = { projectId, username, createdAt: now, ...current, ...given };
  const transaction = new Transaction(ctx.db);
  addMemberWrites(transaction, member, current, staleRead);
  if (gone) addForgetting(transaction, gone);
  addEnabledCheck(transaction, user);
  const before = current ? { role: current.role, status: current.status } : null;
  const action = next.status === 'revoked' ? 'remove-member' : isNew ? 'invite-member' : 'change-role';
  const details = { before, after: next, by: 'groups' };
  transaction.put(projectEntry(ctx, projectId, { action, resource: `user:${username}`, details }));
  await transaction.commit();
}
