import { nowOf, type ProjectContext, type UserContext } from '../../kernel/context.ts';
import { conflict, unknownReference } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { projectKeys } from '../../kernel/store/keys.ts';
import { getUserByName, type UserRecord } from '../../people/store/users.ts';
import { noAccess } from '../../people/verbs/auth/authenticate.ts';
import { offerRefusal, transfer } from '../rules/permissions.ts';
import {
  getMember,
  getProject,
  listMembers,
  type MemberRecord,
  type ProjectRecord,
  projectEntity,
  projectNameEntity,
} from '../store/projects.ts';
import { addEntries, projectEntry } from './audit/entries.ts';
import { addEnabledCheck, addMemberWrites, refusalOf } from './members.ts';
import { addForgetting, requireRoomOfOwner, requireRoomOfUser, roomOfProject } from './membership-bounds.ts';
import { nameTaken } from './new-project.ts';
import { projectChanged } from './projects.ts';

/** A project, and the user to whom it is offered. */
export interface Transfer {
  project: ProjectRecord;
  offeredTo: string | undefined;
}

/**
 * Offers the project to an active member, by its owner; or makes a user the owner at once, by a system administrator
 * who does not own it, unless that user left (rules PROJ-3, PROJ-17).
 * @throws ServiceError `forbidden`, `invalid` for the present owner and for users to whom it cannot be offered or
 * given, `conflict` for a name in use and while it is offered to another user.
 */
export async function transferOwnership(
  ctx: UserContext,
  { projectId, username }: { projectId: string; username: string },
): Promise<Transfer> {
  const { user: caller, apiToken } = ctx.actor;
  const project = await getProject(ctx.db, projectId);
  if (!project || project.deletedAt) throw noAccess(projectId);
  if (project.ownerUserId === caller.userId) {
    await offer({ ...ctx, projectId, role: 'owner' }, username);
    return { project, offeredTo: username };
  }
  if (caller.systemRole !== 'admin' || apiToken) throw noAccess(projectId);
  const user = await getUserByName(ctx.db, username);
  if (!user) throw unknownReference(`User '${username}' not found`);
  const to = await getMember(ctx.db, projectId, username);
  if (to?.leftAt !== undefined) throw refusalOf('not_active', username, projectId);
  return { project: await move(ctx, project, { user, to, accepted: false }), offeredTo: undefined };
}

async function offer(ctx: ProjectContext, username: string): Promise<void> {
  const { projectId } = ctx;
  const members = await listMembers(ctx.db, projectId);
  const to = members.find((member) => member.username === username);
  const refusal = offerRefusal(to);
  if (refusal || !to) throw refusalOf(refusal ?? 'not_active', username, projectId);
  const { userId: byUserId, username: by } = ctx.actor.user;
  const other = members.find((member) => isOpen(member, byUserId));
  if (other?.username === username) return;
  if (other) throw conflict(`Project '${projectId}' is offered to user '${other.username}'. Withdraw that offer first`);
  const at = nowOf(ctx);
  await writeOffer(ctx, to, { action: 'offer-project', offer: { byUserId, by, at } });
}

/** Whether an offer can be accepted while this user owns the project. */
const isOpen = ({ offer: made, status }: MemberRecord, ownerUserId: string): boolean =>
  status === 'active' && made?.byUserId === ownerUserId;

async function writeOffer(
  ctx: ProjectContext,
  current: Stored<MemberRecord>,
  {
    action,
    offer: made,
  }: { action: 'offer-project' | 'withdraw-offer' | 'decline-offer'; offer?: MemberRecord['offer'] },
): Promise<void> {
  const { projectId } = ctx;
  const transaction = new Transaction(ctx.db);
  addMemberWrites(transaction, { ...current, offer: made, updatedAt: nowOf(ctx) }, current);
  transaction.put(projectEntry(ctx, projectId, { action, resource: `user:${current.username}` }));
  await transaction.commit();
}

/** Withdraws the offer of the caller's project. @throws ServiceError `conflict` if there is no offer. */
export async function withdrawOffer(ctx: ProjectContext): Promise<void> {
  const { userId } = ctx.actor.user;
  // Two that are made concurrently may both be open.
  const open = (await listMembers(ctx.db, ctx.projectId)).filter((member) => isOpen(member, userId));
  if (open.length === 0) throw conflict(`Project '${ctx.projectId}' is not offered to anyone`);
  for (const member of open) await writeOffer(ctx, member, { action: 'withdraw-offer' });
}

/** The caller becomes the owner of a project that is offered to them. @throws ServiceError as `offered`, and beyond PROJ-10. */
export async function acceptOffer(ctx: UserContext, projectId: string): Promise<ProjectRecord> {
  const { project, member: to } = await offered(ctx, projectId);
  return move(ctx, project, { user: ctx.actor.user, to, accepted: true });
}

/** Declines a project that is offered to the caller, who stays its member. @throws ServiceError as `offered`. */
export async function declineOffer(ctx: UserContext, projectId: string): Promise<void> {
  const { member } = await offered(ctx, projectId);
  await writeOffer({ ...ctx, projectId, role: member.role }, member, { action: 'decline-offer' });
}

/** @throws ServiceError `forbidden` to users outside the project, `conflict` for a member to whom it is not offered. */
async function offered(ctx: UserContext, projectId: string) {
  const [project, member] = await Promise.all([
    getProject(ctx.db, projectId),
    getMember(ctx.db, projectId, ctx.actor.user.username),
  ]);
  if (!project || project.deletedAt || member?.status !== 'active') throw noAccess(projectId);
  if (isOpen(member, project.ownerUserId)) return { project, member };
  throw conflict(`Project '${projectId}' is not offered to user '${member.username}'`);
}

/** @param accepted by the new owner; then a deletion of the project counts among those that they own (rule PROJ-10). */
async function move(
  ctx: UserContext,
  stored: Stored<ProjectRecord>,
  { user, to, accepted }: { user: UserRecord; to: Stored<MemberRecord> | undefined; accepted: boolean },
): Promise<ProjectRecord> {
  const { rev, ...project } = stored;
  const { projectId } = project;
  const members = await listMembers(ctx.db, projectId);
  const from = members.find(({ username }) => username === stored.ownerUsername);
  if (!from) throw new Error(`Project '${projectId}' has no membership of its owner`);
  const result = transfer(from, to);
  if (!result.ok) throw refusalOf(result.refusal, user.username, projectId);
  await requireRoomOfOwner(ctx, user);
  if (to?.status !== 'active') await requireRoomOfUser(ctx, user);
  const gone = to ? undefined : await roomOfProject({ ...ctx, projectId });
  const now = nowOf(ctx);
  const { userId, username } = user;
  const changed: ProjectRecord = { ...project, ownerUserId: userId, ownerUsername: username, updatedAt: now };
  const transaction = new Transaction(ctx.db)
    .put(projectEntity.encode(changed, rev + 1), ifRevision(rev), () => projectChanged(projectId))
    .put(projectNameEntity.encode({ ownerUserId: userId, name: project.name, projectId }, 1), ifAbsent, () =>
      nameTaken(username, project.name),
    )
    .delete(projectKeys.name(project.ownerUserId, project.name));
  const settled = { offer: undefined, unaccepted: undefined, leftAt: undefined, updatedAt: now };
  const acceptedOwnershipAt = accepted ? now : undefined;
  const base = { projectId, createdAt: now, ...to, userId, username };
  addMemberWrites(transaction, { ...from, ...result.from, ...settled, acceptedOwnershipAt: undefined }, from);
  addMemberWrites(transaction, { ...base, ...result.to, ...settled, acceptedOwnershipAt }, to);
  for (const member of members)
    if (member.offer && member.username !== username && member.username !== from.username)
      addMemberWrites(transaction, { ...member, offer: undefined }, member);
  if (gone) addForgetting(transaction, gone);
  addEnabledCheck(transaction, user);
  const details = { name: project.name, before: stored.ownerUsername, after: username };
  addEntries(transaction, ctx, projectId, { action: 'transfer-project', details });
  await transaction.commit();
  return changed;
}
