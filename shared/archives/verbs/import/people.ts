import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import type { UserContext } from '../../../kernel/context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { getUserByName, type UserRecord } from '../../../people/store/users.ts';
import type { MemberRecord, ProjectRecord } from '../../../projects/store/projects.ts';
import { requireRoomOfUser } from '../../../projects/verbs/membership-bounds.ts';
import type { ProjectImportHeadRecord } from '../../store/project-imports.ts';
import type { ArchivedHead } from './read-head.ts';

/** Accounts that are looked up concurrently. */
const concurrency = 8;

/**
 * The project and its members for this service: members are matched by username, and those without a user here, or with
 * one in too many projects, are left out. The owner stays, or else the importing user becomes the owner (rule
 * ARCHIVE-8).
 */
export async function withPeopleOfHere(
  ctx: UserContext,
  { project, members }: ArchivedHead,
  name: string | undefined,
): Promise<ProjectImportHeadRecord> {
  const { projectId } = project;
  const known = await usersOf(ctx, members);
  const importer = ctx.actor.user;
  const owner = known.get(project.ownerUsername) ?? importer;
  const accounts = Object.fromEntries(
    members.flatMap(({ userId, username }) => {
      const user = known.get(username);
      return user ? [[userId, user.userId]] : [];
    }),
  );
  const kept = members.flatMap((member) => {
    const user = known.get(member.username);
    // An archive of an earlier version has open invitations, too: the owner here makes them again.
    if (!user || (member.status === 'pending' && user !== owner)) return [];
    const { lastAccessedAt: _lastAccessedAt, offer: _offer, acceptedOwnershipAt: _accepted, ...record } = member;
    const { invitedByUserId, unaccepted: _unaccepted, ...rest } = record;
    const inviter =
      invitedByUserId === undefined ? {} : { invitedByUserId: accounts[invitedByUserId] ?? invitedByUserId };
    return [{ ...rest, ...inviter, userId: user.userId, ...roleOf(member, user, owner) }];
  });
  const owned = { ...ownedBy(project, owner), ...(name === undefined ? {} : { name }) };
  const isIn = kept.some(({ userId }) => userId === owner.userId);
  return {
    projectId,
    project: owned,
    members: isIn ? kept : [...kept, membershipOf(owned, owner)],
    leftOut: members.map(({ username }) => username).filter((username) => !known.has(username)),
    accounts,
  };
}

/** The accounts of members by name. */
async function usersOf(ctx: UserContext, members: readonly MemberRecord[]): Promise<Map<string, UserRecord>> {
  const known = new Map<string, UserRecord>();
  await forEachConcurrent(members, concurrency, async ({ username }) => {
    const user = await getUserByName(ctx.db, username);
    if (user && (await hasRoom(ctx, user))) known.set(username, user);
  });
  return known;
}

async function hasRoom(ctx: UserContext, user: UserRecord): Promise<boolean> {
  try {
    await requireRoomOfUser(ctx, user);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

const roleOf = (member: MemberRecord, user: UserRecord, owner: UserRecord): Pick<MemberRecord, 'role' | 'status'> =>
  user.userId === owner.userId ? { role: 'owner', status: 'active' } : { role: member.role, status: member.status };

/** Only the project's own fields: without those of a deletion, or of an earlier import. */
function ownedBy(project: Stored<ProjectRecord>, owner: UserRecord): Stored<ProjectRecord> {
  const { projectId, name, description, tags, defaultRole, freshnessHours, gate, limits } = project;
  const { importReportedAt, createdAt, updatedAt, rev } = project;
  const settings = { description, tags, defaultRole, freshnessHours, gate, limits };
  return {
    projectId,
    name,
    ...settings,
    importReportedAt,
    createdAt,
    updatedAt,
    rev,
    ownerUserId: owner.userId,
    ownerUsername: owner.username,
  };
}

function membershipOf({ projectId, createdAt }: ProjectRecord, { userId, username }: UserRecord): Stored<MemberRecord> {
  const at = { createdAt, updatedAt: createdAt };
  return { projectId, userId, username, role: 'owner', status: 'active', ...at, rev: 1 };
}
