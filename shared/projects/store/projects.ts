import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import {
  allOf,
  batchGetItems,
  type Condition,
  type Database,
  getItem,
  queryAll,
  writeItem,
} from '../../kernel/store/dynamodb/database.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { projectKeys, systemKeys, userKeys } from '../../kernel/store/keys.ts';
import type { LockScope } from '../../runs/rules/lock.ts';
import type { FreshnessHours } from '../../values/rules/fresh-for.ts';
import type { GateMode } from '../../values/rules/gate-mark.ts';
import type { OwnLimits } from '../../values/rules/own-limits.ts';
import type { MembershipStatus, ProjectRole } from '../rules/permissions.ts';

/** The sharing boundary. */
export interface ProjectRecord {
  projectId: string;
  ownerUserId: string;
  ownerUsername: string;
  name: string;
  description?: string | undefined;
  tags: string[];
  defaultRole: ProjectRole;
  /** How long values are fresh, if not as in the catalogue (rule STAT-26). */
  freshnessHours?: FreshnessHours | undefined;
  /** How unlikely values are treated (rule GATE-1); off if absent. */
  gate?: GateMode | undefined;
  /** Lowest and highest values that its owner has set (rule GATE-10). */
  limits?: OwnLimits | undefined;
  /** What the lock of a run covers (rule RUN-22); the project if absent. */
  lockScope?: 'chip' | undefined;
  /** Set while the project is hidden and waits to be purged. */
  deletedAt?: string | undefined;
  /** When it will be purged; its place in the sweeper's list. */
  purgeAt?: string | undefined;
  /** When its purge began: from then on it cannot be restored. */
  purgingSince?: string | undefined;
  /** Until when one purge alone removes its files. */
  filesHeldUntil?: string | undefined;
  /** When its latest report of an import was added (rule ARCHIVE-15). */
  importReportedAt?: string | undefined;
  /** Which import it came by, where it did. */
  imported?: ProjectImported | undefined;
  createdAt: string;
  updatedAt: string;
}

/** The import that a project came by. */
export interface ProjectImported {
  importId: string;
  digest: string;
  headDigest: string;
  lines: number;
  startedAt: string;
  at: string;
  by: string;
  /** The delta that was imported last. */
  delta?: ImportedDelta | undefined;
}

/** A delta that was imported into a project. */
export interface ImportedDelta extends Omit<ProjectImported, 'delta'> {
  /** Records that were changed here and stay, and the first of them. */
  kept: number;
  keptExamples: string[];
}

export const projectEntity = defineEntity<ProjectRecord>({
  name: 'project',
  version: 1,
  keys: (project) => ({
    ...projectKeys.project(project.projectId),
    ...(project.purgeAt ? { gsi2pk: systemKeys.pending, gsi2sk: project.purgeAt } : {}),
  }),
  slim: (project) => ({ projectId: project.projectId }),
});

/** The project is there, and not deleted. */
export const ifNotDeleted: Condition = { expression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)' };

/** What the lock of a run covers, from the project as it is read. */
export const lockScopeOf = (project: Pick<ProjectRecord, 'lockScope'> | undefined): LockScope =>
  project?.lockScope ?? 'project';

/** The project is there, not deleted, and its locks have this scope. */
export const ifLockScope = (scope: LockScope): Condition =>
  allOf(
    ifNotDeleted,
    scope === 'project'
      ? { expression: 'attribute_not_exists(lockScope)' }
      : { expression: 'lockScope = :scope', values: { ':scope': scope } },
  );

/** Why `ifLockScope` failed, from the project as it is. */
export const isDeletedProject = (item: Item | undefined): boolean => !item || item.deletedAt !== undefined;

/** Holds a project's name for its owner. */
export interface ProjectNameRecord {
  ownerUserId: string;
  name: string;
  projectId: string;
}

/** Codec of project name reservations. */
export const projectNameEntity = defineEntity<ProjectNameRecord>({
  name: 'project-name',
  version: 1,
  keys: (record) => projectKeys.name(record.ownerUserId, record.name),
});

/** A project in the list of all, which administrators read. */
export type ListedProjectRecord = Pick<ProjectRecord, 'projectId'>;

/** Codec of entries of the list of projects. */
export const listedProjectEntity = defineEntity<ListedProjectRecord>({
  name: 'listed-project',
  version: 1,
  keys: (project) => projectKeys.listed(project.projectId),
});

/** An offer of a project to one of its members. It ends when the person who made it no longer owns the project. */
export interface OwnershipOffer {
  byUserId: string;
  by: string;
  at: string;
}

/** Who may do what in a project. */
export interface MemberRecord {
  projectId: string;
  userId: string;
  username: string;
  role: ProjectRole;
  status: MembershipStatus;
  invitedByUserId?: string | undefined;
  invitedBy?: string | undefined;
  /** Invited and not accepted since: the account's details are hidden (rule PROJ-16). */
  unaccepted?: true | undefined;
  /** When they left or declined on their own (rule PROJ-17). */
  leftAt?: string | undefined;
  /** The owner offers them the project (rule PROJ-3). */
  offer?: OwnershipOffer | undefined;
  /** When they accepted the ownership (rule PROJ-10). */
  acceptedOwnershipAt?: string | undefined;
  /** When they were last in the project (rule PROJ-13); nothing else that is written to a membership touches it. */
  lastAccessedAt?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

/** Codec of memberships. */
export const memberEntity = defineEntity<MemberRecord>({
  name: 'member',
  version: 1,
  keys: (member) => projectKeys.member(member.projectId, member.username),
});

/** A membership without what it alone knows. */
export type MemberMirrorRecord = Omit<MemberRecord, 'lastAccessedAt'>;

/** Codec of the mirror of a membership in the user's partition; always written together with it. */
export const memberMirrorEntity = defineEntity<MemberMirrorRecord>({
  name: 'member-mirror',
  version: 1,
  keys: (member) => userKeys.membership(member.userId, member.projectId),
});

export async function getProject(db: Database, projectId: string): Promise<Stored<ProjectRecord> | undefined> {
  const item = await getItem(db, projectKeys.project(projectId));
  return item && projectEntity.decode(item);
}

/** Reads several projects; unknown ones are left out. */
export async function getProjects(db: Database, projectIds: readonly string[]): Promise<Stored<ProjectRecord>[]> {
  const items = await batchGetItems(
    db,
    projectIds.map((id) => projectKeys.project(id)),
  );
  return items.flatMap((item) => (item ? [projectEntity.decode(item)] : []));
}

/** Reads one membership. */
export async function getMember(
  db: Database,
  projectId: string,
  username: string,
): Promise<Stored<MemberRecord> | undefined> {
  const item = await getItem(db, projectKeys.member(projectId, username));
  return item && memberEntity.decode(item);
}

/** All memberships of a project, in every state, by username. */
export async function listMembers(db: Database, projectId: string): Promise<Stored<MemberRecord>[]> {
  const items = await queryAll(db, projectKeys.members(projectId));
  return items.map((item) => memberEntity.decode(item));
}

/** All memberships of a user, in every state. */
export async function listMemberships(db: Database, userId: string): Promise<Stored<MemberMirrorRecord>[]> {
  const items = await queryAll(db, userKeys.memberships(userId));
  return items.map((item) => memberMirrorEntity.decode(item));
}

/**
 * Records when a member was in the project, unless that was recorded after `until` or the membership is gone (rule
 * PROJ-13). The revision stays: no decision depends on this, and an edit of the membership need not be repeated for it.
 */
export async function noteLastAccess(
  db: Database,
  { projectId, username }: Pick<MemberRecord, 'projectId' | 'username'>,
  at: string,
  until: string,
): Promise<void> {
  await writeItem(db, {
    update: projectKeys.member(projectId, username),
    with: updateOf({ set: { lastAccessedAt: at } }),
    condition: {
      expression: 'attribute_exists(pk) AND (attribute_not_exists(lastAccessedAt) OR lastAccessedAt <= :until)',
      values: { ':until': until },
    },
    unanswered: true,
    unseen: true,
  });
}
