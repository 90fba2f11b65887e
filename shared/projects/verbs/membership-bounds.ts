import { forEachConcurrent } from '../../kernel/concurrency.ts';
import type { Context, ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { bounds } from '../../kernel/rules/bounds.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { changedByOthers } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { projectKeys, userKeys } from '../../kernel/store/keys.ts';
import {
  getProjects,
  listMembers,
  listMemberships,
  type MemberMirrorRecord,
  type MemberRecord,
  type ProjectRecord,
} from '../store/projects.ts';

type Named = { userId: string; username: string };

const isActive = ({ status }: MemberRecord): boolean => status === 'active';
const isPending = ({ status }: MemberRecord): boolean => status === 'pending';

/** @throws ServiceError `conflict` for a user who owns as many projects as they may (rule PROJ-10). */
export async function requireRoomOfOwner(ctx: Pick<Context, 'db'>, { userId, username }: Named): Promise<void> {
  const owned = (await listMemberships(ctx.db, userId)).filter(({ role }) => role === 'owner');
  if (owned.length < bounds.projectsOfOwner) return;
  const projects = await getProjects(
    ctx.db,
    owned.map(({ projectId }) => projectId),
  );
  const byId = new Map(projects.map((project) => [project.projectId, project]));
  const counted = owned.filter((member) => countsForOwner(member, byId.get(member.projectId)));
  if (counted.length < bounds.projectsOfOwner) return;
  throw conflict(
    `User '${username}' owns ${bounds.projectsOfOwner} projects, the maximum with those that wait to be purged; delete one, or transfer it`,
    'limit_reached',
  );
}

/**
 * A project that waits to be purged counts only for the user who created or accepted it: others cannot use up their
 * limit.
 */
function countsForOwner(member: MemberMirrorRecord, project: ProjectRecord | undefined): boolean {
  if (!project?.deletedAt) return true;
  const isMade = member.createdAt === project.createdAt && project.imported === undefined;
  return isMade || member.acceptedOwnershipAt !== undefined;
}

/** @throws ServiceError `conflict` for a user who is in as many projects as they may (rule PROJ-10). */
export async function requireRoomOfUser(ctx: Pick<Context, 'db'>, { userId, username }: Named): Promise<void> {
  const memberships = (await listMemberships(ctx.db, userId)).filter(isActive);
  if (memberships.length < bounds.projectsOfUser) return;
  throw conflict(`User '${username}' is in ${bounds.projectsOfUser} projects, the maximum`, 'limit_reached');
}

/** Projects whose members are read concurrently. */
const concurrency = 16;

/** @throws ServiceError `conflict` beyond the invitations that a project, or the caller, may have open (rule PROJ-18). */
export async function requireRoomOfInvitations(ctx: ProjectContext): Promise<void> {
  const { username, userId } = ctx.actor.user;
  const pending = (await listMembers(ctx.db, ctx.projectId)).filter(isPending);
  if (pending.length >= bounds.openInvitationsOfProject)
    throw conflict(
      `Project '${ctx.projectId}' has ${bounds.openInvitationsOfProject} open invitations, the maximum; withdraw one first`,
      'limit_reached',
    );
  const owned = (await listMemberships(ctx.db, userId)).filter(
    ({ role, projectId }) => role === 'owner' && projectId !== ctx.projectId,
  );
  let open = pending.length;
  await forEachConcurrent(owned, concurrency, async ({ projectId }) => {
    if (open >= bounds.openInvitationsOfInviter) return;
    const { length } = (await listMembers(ctx.db, projectId)).filter(isPending);
    open += length;
  });
  if (open >= bounds.openInvitationsOfInviter)
    throw conflict(
      `The projects of user '${username}' have ${bounds.openInvitationsOfInviter} open invitations, the maximum; withdraw one first`,
      'limit_reached',
    );
}

/**
 * The revoked membership that a new one replaces: first of users who did not leave by themselves, then the earliest
 * revoked; undefined if there is room (rules PROJ-11, PROJ-17).
 * @throws ServiceError `conflict` if no membership is revoked.
 */
export async function roomOfProject(
  ctx: Pick<Context, 'db'> & { projectId: string },
): Promise<Stored<MemberRecord> | undefined> {
  const members = await listMembers(ctx.db, ctx.projectId);
  if (members.length < bounds.membersOfProject) return undefined;
  const place = ({ leftAt, updatedAt }: MemberRecord) => `${leftAt === undefined ? 0 : 1} ${updatedAt}`;
  const [first] = members.filter(({ status }) => status === 'revoked').sort((a, b) => (place(a) < place(b) ? -1 : 1));
  if (first) return first;
  throw conflict(
    `Project '${ctx.projectId}' has ${bounds.membersOfProject} members with those who are invited, the maximum; remove one first`,
    'limit_reached',
  );
}

/** Deletes a revoked membership. @throws ServiceError `conflict` if it was renewed meanwhile. */
export const addForgetting = (transaction: Transaction, { projectId, userId, username, rev }: Stored<MemberRecord>) =>
  transaction
    .delete(projectKeys.member(projectId, username), ifRevision(rev), () => changedByOthers(`Member '${username}'`))
    .delete(userKeys.membership(userId, projectId));
