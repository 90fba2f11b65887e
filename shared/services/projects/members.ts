import type { ProjectContext, UserContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import type { ProjectAuditAction } from '../../domain/audit.ts';
import {
  accept,
  changeRole,
  invite,
  type MembershipRefusal,
  type MembershipResult,
  type ProjectRole,
  revoke,
  transfer,
} from '../../domain/permissions.ts';
import { conflict, forbidden, invalid, notFound, type ServiceError, unknownReference } from '../../errors.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { changedByOthers } from '../../store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { revise } from '../../store/dynamodb/update.ts';
import { projectKeys } from '../../store/keys.ts';
import {
  getMember,
  getProject,
  listMembers,
  type MemberRecord,
  memberEntity,
  memberMirrorEntity,
  type ProjectRecord,
  projectEntity,
  projectNameEntity,
} from '../../store/projects/projects.ts';
import { getUserByName, getUsers, type UserRecord } from '../../store/users/users.ts';
import { addEntries, projectEntry } from '../audit/entries.ts';
import { noAccess } from '../auth/authenticate.ts';
import { addEnabledCheck } from './enabled-check.ts';
import { addForgetting, requireRoomOfOwner, requireRoomOfUser, roomOfProject } from './membership-bounds.ts';
import { nameTaken } from './new-project.ts';
import { projectChanged } from './projects.ts';

/** A membership with what is shown of its user. */
export interface MemberView {
  member: MemberRecord;
  user: UserRecord | undefined;
}

/** Members of the project in every state, by username. */
export async function listProjectMembers(ctx: ProjectContext): Promise<MemberView[]> {
  const members = await listMembers(ctx.db, ctx.projectId);
  const users = await getUsers(
    ctx.db,
    members.map((member) => member.userId),
  );
  return members.map((member) => ({ member, user: users.get(member.userId) }));
}

/**
 * Invites an existing user (rule PROJ-4).
 * @throws ServiceError `invalid` for an unknown or disabled user or the owner role, `conflict` for an active member.
 */
export async function inviteMember(
  ctx: ProjectContext,
  input: { username: string; role: ProjectRole; requireAcceptance: boolean },
): Promise<MemberView> {
  const user = await getUserByName(ctx.db, input.username);
  if (!user) throw unknownReference(`User '${input.username}' not found`);
  const current = await getMember(ctx.db, ctx.projectId, input.username);
  const next = become(invite(current, input), input.username, ctx.projectId);
  await requireRoomOfUser(ctx, user);
  const gone = current ? undefined : await roomOfProject(ctx);
  const now = nowOf(ctx);
  const member: MemberRecord = {
    projectId: ctx.projectId,
    userId: user.userId,
    username: user.username,
    ...next,
    invitedByUserId: ctx.actor.user.userId,
    invitedBy: ctx.actor.user.username,
    createdAt: current?.createdAt ?? now,
    updatedAt: now,
  };
  await writeMember(ctx, member, current, { action: 'invite-member', gone, enabled: user });
  return { member, user };
}

/**
 * Accepts an invitation addressed to the caller.
 * @throws ServiceError `forbidden` when it is not the caller's, or the project is hidden; `conflict` without an invitation.
 */
export async function acceptInvitation(
  ctx: UserContext,
  input: { projectId: string; username: string },
): Promise<MemberView> {
  const { user } = ctx.actor;
  const current = await getMember(ctx.db, input.projectId, user.username);
  if (input.username !== user.username || !current || current.status === 'revoked') throw noAccess(input.projectId);
  const project = await getProject(ctx.db, input.projectId);
  if (!project || project.deletedAt) throw noAccess(input.projectId);
  const { rev: _rev, ...record } = current;
  const next = become(accept(current), user.username, input.projectId);
  const member: MemberRecord = { ...record, ...next, updatedAt: nowOf(ctx) };
  await writeMember(ctx, member, current, { action: 'accept-invitation', enabled: user });
  return { member, user };
}

/** Changes a member's role. @throws ServiceError `not-found`, or `invalid` where the owner's role is touched. */
export async function changeMemberRole(
  ctx: ProjectContext,
  input: { username: string; role: ProjectRole },
): Promise<MemberView> {
  const current = await getMember(ctx.db, ctx.projectId, input.username);
  const next = become(changeRole(current, input.role), input.username, ctx.projectId);
  const member = await rewrite(ctx, current, next, 'change-role');
  const users = await getUsers(ctx.db, [member.userId]);
  return { member, user: users.get(member.userId) };
}

/** Revokes a membership. @throws ServiceError `not-found`, or `invalid` for the owner. */
export async function revokeMember(ctx: ProjectContext, username: string): Promise<void> {
  const current = await getMember(ctx.db, ctx.projectId, username);
  await rewrite(ctx, current, become(revoke(current), username, ctx.projectId), 'remove-member');
}

/**
 * Revokes the caller's own membership, or declines the invitation (rule PROJ-15).
 * @throws ServiceError `forbidden` for who is in no such project, `invalid` for its owner.
 */
export async function leaveProject(ctx: UserContext, projectId: string): Promise<void> {
  const { username } = ctx.actor.user;
  const current = await getMember(ctx.db, projectId, username);
  if (!current || current.status === 'revoked') throw noAccess(projectId);
  await rewrite(ctx, current, become(revoke(current), username, projectId), 'leave-project');
}

/**
 * Makes another user the owner; the former owner becomes an editor (rule PROJ-3). By the owner, or by a system
 * administrator (rule PROJ-3).
 * @throws ServiceError `forbidden`, `invalid` for an unknown or disabled user or the present owner, `conflict` for a name in use.
 */
export async function transferOwnership(
  ctx: UserContext,
  input: { projectId: string; username: string },
): Promise<ProjectRecord> {
  const { user: caller, apiToken } = ctx.actor;
  const stored = await getProject(ctx.db, input.projectId);
  const may = stored && (stored.ownerUserId === caller.userId || (caller.systemRole === 'admin' && !apiToken));
  if (!stored || stored.deletedAt || !may) throw noAccess(input.projectId);
  const user = await getUserByName(ctx.db, input.username);
  if (!user) throw unknownReference(`User '${input.username}' not found`);
  const [from, to] = await Promise.all([
    getMember(ctx.db, input.projectId, stored.ownerUsername),
    getMember(ctx.db, input.projectId, user.username),
  ]);
  if (!from) throw new Error(`Project '${input.projectId}' has no membership of its owner`);
  const result = transfer(from, to);
  if (!result.ok) throw refusalOf(result.refusal, input.username, input.projectId);
  await requireRoomOfOwner(ctx, user);
  if (!to) await requireRoomOfUser(ctx, user);
  const gone = to ? undefined : await roomOfProject({ ...ctx, projectId: input.projectId });
  const { rev, ...project } = stored;
  const now = nowOf(ctx);
  const changed: ProjectRecord = { ...project, ownerUserId: user.userId, ownerUsername: user.username, updatedAt: now };
  const base = { projectId: project.projectId, userId: user.userId, username: user.username, createdAt: now };
  const transaction = new Transaction(ctx.db)
    .put(projectEntity.encode(changed, rev + 1), ifRevision(rev), () => projectChanged(input.projectId))
    .put(
      projectNameEntity.encode({ ownerUserId: user.userId, name: project.name, projectId: project.projectId }, 1),
      ifAbsent,
      () => nameTaken(user.username, project.name),
    )
    .delete(projectKeys.name(project.ownerUserId, project.name));
  addMemberWrites(transaction, { ...from, ...result.from, updatedAt: now }, from);
  addMemberWrites(transaction, { ...base, ...to, ...result.to, updatedAt: now }, to);
  if (gone) addForgetting(transaction, gone);
  addEnabledCheck(transaction, user);
  addEntries(transaction, ctx, project.projectId, {
    action: 'transfer-project',
    details: { name: project.name, before: stored.ownerUsername, after: user.username },
  });
  await transaction.commit();
  return changed;
}

async function rewrite(
  ctx: UserContext,
  current: Stored<MemberRecord> | undefined,
  next: Pick<MemberRecord, 'role' | 'status'>,
  action: MemberAction,
): Promise<MemberRecord> {
  if (!current) throw new Error('A transition of no membership was allowed');
  const { rev: _rev, ...record } = current;
  const member: MemberRecord = { ...record, ...next, updatedAt: nowOf(ctx) };
  await writeMember(ctx, member, current, { action });
  return member;
}

type MemberAction = Extract<
  ProjectAuditAction,
  `${string}-member` | 'accept-invitation' | 'change-role' | 'leave-project'
>;

/**
 * Writes a membership with its entry in the audit; over what was read, and `gone`, whose place it takes, is forgotten.
 * @param enabled who must not be disabled: whoever deletes a user counts on it that nobody makes them a member (rule USER-4).
 */
async function writeMember(
  ctx: UserContext,
  member: MemberRecord,
  current: Stored<MemberRecord> | undefined,
  {
    action,
    gone,
    enabled,
  }: { action: MemberAction; gone?: Stored<MemberRecord> | undefined; enabled?: UserRecord | undefined },
): Promise<void> {
  const { projectId, username, role, status } = member;
  const transaction = new Transaction(ctx.db);
  addMemberWrites(transaction, member, current);
  if (gone) addForgetting(transaction, gone);
  if (enabled) addEnabledCheck(transaction, enabled);
  const before = current ? { role: current.role, status: current.status } : null;
  const details = { before, after: { role, status } };
  transaction.put(projectEntry(ctx, projectId, { action, resource: `user:${username}`, details }));
  await transaction.commit();
}

/**
 * A membership and its mirror are always written together, and only over what was read. One that is there is updated and not
 * replaced, since its last access may have been noted since (rule PROJ-13).
 */
export function addMemberWrites(
  transaction: Transaction,
  member: MemberRecord,
  current: Stored<MemberRecord> | undefined,
  changed: () => Error = () => changedByOthers(`Member '${member.username}'`),
): void {
  const { rev: _rev, lastAccessedAt: _lastAccessedAt, ...record } = member as Stored<MemberRecord>;
  const { role, status, invitedByUserId, invitedBy, updatedAt } = record;
  if (current)
    transaction.update(
      projectKeys.member(record.projectId, record.username),
      revise({ role, status, invitedByUserId, invitedBy, updatedAt }),
      ifRevision(current.rev),
      changed,
    );
  else transaction.put(memberEntity.encode(record, 1), ifAbsent, changed);
  transaction.put(memberMirrorEntity.encode(record, (current?.rev ?? 0) + 1));
}

function become(result: MembershipResult, username: string, projectId: string): Pick<MemberRecord, 'role' | 'status'> {
  if (result.ok) return result.membership;
  throw refusalOf(result.refusal, username, projectId);
}

function refusalOf(refusal: MembershipRefusal, username: string, projectId: string): ServiceError {
  switch (refusal) {
    case 'already_member':
      return conflict(`User '${username}' is already a member of project '${projectId}'`, 'already_exists');
    case 'not_invited':
      return conflict(`User '${username}' has no open invitation to project '${projectId}'`);
    case 'not_a_member':
      return notFound(`Member '${username}' not found in project '${projectId}'`);
    case 'owner_by_transfer_only':
      return invalid("The role 'owner' is given only by transferring ownership");
    case 'owner_role_fixed':
      return invalid(`The role of owner '${username}' changes only by transferring ownership`);
    case 'owner_not_removable':
      return invalid(`Owner '${username}' cannot be removed from project '${projectId}'. Transfer it first`);
    case 'already_owner':
      return invalid(`User '${username}' already owns project '${projectId}'`);
    case 'not_the_owner':
      return forbidden(`Only the owner of project '${projectId}' can transfer it`);
  }
}
