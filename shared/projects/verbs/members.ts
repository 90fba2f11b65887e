import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext, type UserContext } from '../../kernel/context.ts';
import { conflict, forbidden, invalid, notFound, type ServiceError, unknownReference } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { changedByOthers, orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { projectKeys, userKeys } from '../../kernel/store/keys.ts';
import { unknownUserId } from '../../people/rules/unknown-user.ts';
import { getUserByName, getUsers, ifEnabled, type UserRecord } from '../../people/store/users.ts';
import { noAccess } from '../../people/verbs/auth/authenticate.ts';
import type { ProjectAuditAction } from '../rules/audit.ts';
import {
  accept,
  admit,
  changeRole,
  invite,
  type Membership,
  type MembershipRefusal,
  type MembershipResult,
  type ProjectRole,
  revoke,
} from '../rules/permissions.ts';
import {
  getMember,
  getProject,
  ifNotDeleted,
  listMembers,
  type MemberRecord,
  memberEntity,
  memberMirrorEntity,
} from '../store/projects.ts';
import { addUndoable } from './audit/entries.ts';
import { findInvited } from './find-invited.ts';
import { addForgetting, requireRoomOfInvitations, requireRoomOfUser, roomOfProject } from './membership-bounds.ts';

/**
 * Requires that a user who receives something exists and is not disabled: a deletion disables the user first, and then
 * finds everything that they have (rule USER-4).
 */
export const addEnabledCheck = (
  transaction: Transaction,
  { userId, username }: Pick<UserRecord, 'userId' | 'username'>,
): Transaction =>
  transaction.check(userKeys.user(userId), ifEnabled, () => invalid(`User '${username}' is disabled or deleted`));

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
 * Invites a person by username (rule PROJ-4). The answer, the writes and their cost are the same for a name without an
 * account (rule PROJ-16).
 * @throws ServiceError `invalid` for the owner role, `conflict` for an active member and beyond the bounds of PROJ-18.
 */
export async function inviteMember(
  ctx: ProjectContext,
  { username, role }: { username: string; role: ProjectRole },
): Promise<MemberView> {
  return retryOnConflict(orRefuse(`Member '${username}'`), async () => {
    const current = await getMember(ctx.db, ctx.projectId, username);
    const next = become(invite(current, role), username, ctx.projectId);
    const { userId, user } = await findInvited(ctx, username, current);
    if (current?.status !== 'pending') await requireRoomOfInvitations(ctx);
    const gone = current ? undefined : await roomOfProject(ctx);
    const member: MemberRecord = { ...invitedBy(ctx, current), userId, username, ...next, unaccepted: true };
    await writeMember(ctx, member, current, { action: 'invite-member', gone, account: user ?? { userId } });
    return { member, user };
  });
}

/**
 * Makes an existing user a member at once, as an administrator does; a user who left or declined is only invited (rules
 * PROJ-14, PROJ-17).
 * @throws ServiceError `invalid` for an unknown or disabled user or the owner role, `conflict` for an active member.
 */
export async function admitMember(
  ctx: ProjectContext,
  { username, role }: { username: string; role: ProjectRole },
): Promise<MemberView> {
  const user = await getUserByName(ctx.db, username);
  if (!user) throw unknownReference(`User '${username}' not found`);
  const current = await getMember(ctx.db, ctx.projectId, username);
  const next = become(admit(current, role), username, ctx.projectId);
  await requireRoomOfUser(ctx, user);
  const gone = current ? undefined : await roomOfProject(ctx);
  const { userId } = user;
  const unaccepted = next.status === 'pending' ? true : undefined;
  const member: MemberRecord = { ...invitedBy(ctx, current), userId, username, ...next, unaccepted };
  await writeMember(ctx, member, current, { action: 'invite-member', gone, enabled: user });
  return { member, user };
}

/** What a membership has that the caller gives, over what is there. */
function invitedBy(ctx: ProjectContext, current: Stored<MemberRecord> | undefined) {
  const { userId: invitedByUserId, username: invitedBy } = ctx.actor.user;
  const { projectId } = ctx;
  const { createdAt, leftAt } = current ?? {};
  const now = nowOf(ctx);
  return { projectId, invitedByUserId, invitedBy, leftAt, createdAt: createdAt ?? now, updatedAt: now };
}

/**
 * Accepts an invitation of the caller's name.
 * @throws ServiceError `forbidden` when it is not the caller's, or the project is hidden; `conflict` without an invitation, and
 * for who is in as many projects as they may.
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
  await requireRoomOfUser(ctx, user);
  const accepted = { userId: user.userId, unaccepted: undefined, leftAt: undefined, updatedAt: nowOf(ctx) };
  const member: MemberRecord = { ...record, ...next, ...accepted };
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
 * Revokes the caller's own membership, or declines the invitation; either is remembered (rules PROJ-15, PROJ-17).
 * @throws ServiceError `forbidden` for who is in no such project, `invalid` for its owner.
 */
export async function leaveProject(ctx: UserContext, projectId: string): Promise<void> {
  const { username } = ctx.actor.user;
  const current = await getMember(ctx.db, projectId, username);
  if (!current || current.status === 'revoked') throw noAccess(projectId);
  const next = { ...become(revoke(current), username, projectId), leftAt: nowOf(ctx) };
  await rewrite(ctx, current, next, current.status === 'pending' ? 'decline-invitation' : 'leave-project');
}

/**
 * Keeps the invitation of a deleted account as one without a recipient: its project must not reveal that there was an
 * account (rule PROJ-16).
 */
export async function releaseInvitation(ctx: ProjectContext, username: string): Promise<void> {
  const current = await getMember(ctx.db, ctx.projectId, username);
  if (current?.status !== 'pending') return;
  const transaction = new Transaction(ctx.db);
  addMemberWrites(transaction, { ...current, userId: unknownUserId(randomUUID()) }, current);
  await transaction.commit();
}

async function rewrite(
  ctx: UserContext,
  current: Stored<MemberRecord> | undefined,
  next: Pick<MemberRecord, 'role' | 'status' | 'leftAt'>,
  action: MemberAction,
): Promise<MemberRecord> {
  if (!current) throw new Error('A transition of no membership was allowed');
  const { rev: _rev, ...record } = current;
  const offer = next.status === 'active' ? record.offer : undefined;
  const member: MemberRecord = { ...record, ...next, offer, updatedAt: nowOf(ctx) };
  await writeMember(ctx, member, current, { action });
  return member;
}

type MemberAction = Extract<
  ProjectAuditAction,
  `${string}-member` | `${string}-invitation` | 'change-role' | 'leave-project'
>;

/** What an owner does; what a person decides about themselves is theirs to change. */
const undoableActions: readonly MemberAction[] = ['invite-member', 'change-role', 'remove-member', 'restore-member'];

/** What undoing a change of a membership needs. */
export interface KeptMember {
  username: string;
  userId: string;
  /** Null where there was none. */
  before: Membership | null;
  after: Membership;
}

/**
 * Gives a membership the role and state that it had before a change (rule UNDO-9). Who was removed is a member at once again, unless
 * they were only invited.
 * @throws ServiceError `conflict` where it has changed since, and beyond the bounds of invitations and memberships; `forbidden` for a user
 * who is disabled.
 */
export function restoreMember(ctx: ProjectContext, { username, userId, before, after }: KeptMember): Promise<void> {
  return retryOnConflict(orRefuse(`Member '${username}'`), async () => {
    const current = await getMember(ctx.db, ctx.projectId, username);
    if (!current || current.userId !== userId || current.role !== after.role || current.status !== after.status)
      throw conflict(
        `Member '${username}' has changed since: ${current ? `${current.role}, ${current.status}` : 'they are forgotten'}`,
        'changed_since',
      );
    const revoked = { role: after.role, status: 'revoked' } as const;
    const next = before && before.status !== 'revoked' ? before : revoked;
    await rewrite(ctx, current, next, await actOf(ctx, current, next));
  });
}

/** The act that restores a membership, once there is room for it. */
async function actOf(ctx: ProjectContext, { userId, status }: MemberRecord, next: Membership): Promise<MemberAction> {
  if (next.status === 'revoked') return 'remove-member';
  if (next.status === status) return 'change-role';
  if (next.status === 'pending') {
    await requireRoomOfInvitations(ctx);
    return 'invite-member';
  }
  const user = (await getUsers(ctx.db, [userId])).get(userId);
  if (!user || user.disabled) throw forbidden('The account of the member is disabled or deleted');
  await requireRoomOfUser(ctx, user);
  return 'restore-member';
}

/**
 * Writes a membership with its audit entry over what was read, and deletes `gone`, whose place it takes.
 * @param enabled the user who must not be disabled: a deletion relies on that no membership is added then (rule
 * USER-4).
 * @param account the same for an invited user, who is then looked up again; without a name, an id that no account may
 * have.
 */
async function writeMember(
  ctx: UserContext,
  member: MemberRecord,
  current: Stored<MemberRecord> | undefined,
  {
    action,
    gone,
    enabled,
    account,
  }: {
    action: MemberAction;
    gone?: Stored<MemberRecord> | undefined;
    enabled?: UserRecord | undefined;
    account?: UserRecord | { userId: string };
  },
): Promise<void> {
  const { projectId, username, role, status } = member;
  const transaction = new Transaction(ctx.db);
  addMemberWrites(transaction, member, current);
  if (gone) addForgetting(transaction, gone);
  if (enabled) addEnabledCheck(transaction, enabled);
  if (action === 'accept-invitation')
    transaction.check(projectKeys.project(projectId), ifNotDeleted, () => noAccess(projectId));
  if (account)
    transaction.check(userKeys.user(account.userId), 'username' in account ? ifEnabled : ifAbsent, staleRead);
  const before = current ? { role: current.role, status: current.status } : null;
  const details = { before, after: { role, status } };
  const undo: KeptMember = { username, userId: member.userId, before, after: { role, status } };
  addUndoable(
    transaction,
    ctx,
    { projectId, actor: ctx.actor.user.username },
    {
      ...{ action, resource: `user:${username}`, details, at: nowOf(ctx) },
      undo: undoableActions.includes(action) ? { ...undo } : undefined,
    },
  );
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
  const { projectId, username, createdAt: _createdAt, ...changes } = record;
  const absent = { unaccepted: undefined, leftAt: undefined, offer: undefined, acceptedOwnershipAt: undefined };
  if (current)
    transaction.update(
      projectKeys.member(projectId, username),
      revise({ ...absent, ...changes }),
      ifRevision(current.rev),
      changed,
    );
  else transaction.put(memberEntity.encode(record, 1), ifAbsent, changed);
  transaction.put(memberMirrorEntity.encode(record, (current?.rev ?? 0) + 1));
  if (current && current.userId !== record.userId) transaction.delete(userKeys.membership(current.userId, projectId));
}

export function become(
  result: MembershipResult,
  username: string,
  projectId: string,
): Pick<MemberRecord, 'role' | 'status'> {
  if (result.ok) return result.membership;
  throw refusalOf(result.refusal, username, projectId);
}

export function refusalOf(refusal: MembershipRefusal, username: string, projectId: string): ServiceError {
  switch (refusal) {
    case 'already_member':
      return conflict(`User '${username}' is already a member of project '${projectId}'`, 'already_exists');
    case 'not_invited':
      return conflict(`User '${username}' has no open invitation to project '${projectId}'`);
    case 'not_a_member':
      return notFound(`Member '${username}' not found in project '${projectId}'`);
    case 'not_active':
      return unknownReference(
        `User '${username}' is not an active member of project '${projectId}'. Invite them first; offer it once they have accepted`,
      );
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
