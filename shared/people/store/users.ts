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
import { type Key, projectKeys, revisionKeys, userKeys } from '../../kernel/store/keys.ts';
import { decodeRevision, type WriteRevision } from '../../kernel/store/revisions.ts';
import { type MemberRecord, memberEntity, type ProjectRecord, projectEntity } from '../../projects/store/projects.ts';
import { type SessionRecord, sessionEntity } from './sessions.ts';

/** A user as a sign-in provider knows them: the issuer never assigns the subject to another person. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** A person or a machine that logs in. */
export interface UserRecord {
  userId: string;
  username: string;
  /** PHC string. */
  passwordHash: string;
  fullName?: string | undefined;
  organization?: string | undefined;
  avatarKey?: string | undefined;
  disabled: boolean;
  /** Since when they are disabled; absent for who is not. */
  disabledAt?: string | undefined;
  systemRole: 'admin' | 'user';
  defaultProjectId?: string | undefined;
  mustChangePassword: boolean;
  /** Part of every token; raised by a changed or reset password and by disabling, which end the tokens before. */
  tokenVersion: number;
  /** The identity by which they sign in at the provider; that identity's own row decides (rule AUTH-33). */
  identity?: Identity | undefined;
  /** When they were last active (rule USER-5); recorded with requests, and by no other write to a user. */
  lastSeenAt?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

/** Attributes that only users and API tokens have, and that authenticate them (rule AUTH-27). */
export const accountAttributes = [
  'passwordHash',
  'systemRole',
  'disabled',
  'mustChangePassword',
  'tokenVersion',
  'secretHash',
] as const satisfies readonly (keyof UserRecord | keyof ApiTokenRecord)[];

export const userEntity = defineEntity<UserRecord>({
  name: 'user',
  version: 1,
  keys: (user) => userKeys.user(user.userId),
});

/** Reserves a username for its user, and for no other once they are deleted (rule USER-4). */
export interface UsernameRecord {
  username: string;
  userId: string;
  deletedAt?: string | undefined;
}

/** Codec of username reservations. */
export const usernameEntity = defineEntity<UsernameRecord>({
  name: 'username',
  version: 1,
  keys: (record) => userKeys.username(record.username),
});

/** A user in the list of all: what it is searched and narrowed by. Always written together with the user. */
export type ListedUserRecord = Pick<
  UserRecord,
  'userId' | 'username' | 'fullName' | 'organization' | 'disabled' | 'systemRole'
>;

/** Codec of entries of the list of users. */
export const listedUserEntity = defineEntity<ListedUserRecord>({
  name: 'listed-user',
  version: 1,
  keys: (user) => userKeys.listed(user.username),
});

/** The entry of a user in the list, written together with the user. */
export function listedUser(user: UserRecord, rev: number): Item {
  const { userId, username, fullName, organization, disabled, systemRole } = user;
  return listedUserEntity.encode({ userId, username, fullName, organization, disabled, systemRole }, rev);
}

/**
 * The user exists and is not disabled. Code that may not write the attributes of accounts may still require this: IAM
 * may check the attributes of a transaction together (rule AUTH-27).
 */
export const ifEnabled: Condition = { expression: 'attribute_exists(pk) AND attribute_not_exists(disabledAt)' };

/** The same of an administrator. */
export const ifAdministrator: Condition = allOf(ifEnabled, {
  expression: 'systemRole = :admin',
  values: { ':admin': 'admin' },
});

/** A named API token; only a hash of its secret is kept. */
export interface ApiTokenRecord {
  userId: string;
  tokenId: string;
  name: string;
  secretHash: string;
  projectId?: string | undefined;
  role?: 'owner' | 'editor' | 'viewer' | undefined;
  tokenVersion: number;
  createdAt: string;
  /** ISO instant; absent means that it does not expire. */
  expiresAt?: string | undefined;
  /** When it was last used (rule USER-5). */
  lastSeenAt?: string | undefined;
}

/** Codec of API tokens; the table expires them by itself. */
export const apiTokenEntity = defineEntity<ApiTokenRecord>({
  name: 'api-token',
  version: 1,
  keys: (token) => userKeys.token(token.userId, token.tokenId),
  expiresAt: (token) => (token.expiresAt ? Math.ceil(Date.parse(token.expiresAt) / 1000) : undefined),
});

export async function getUser(db: Database, userId: string): Promise<Stored<UserRecord> | undefined> {
  const item = await getItem(db, userKeys.user(userId));
  return item && userEntity.decode(item);
}

/** The id that a name points to; its user may be gone. */
export async function getUserIdByName(db: Database, username: string): Promise<string | undefined> {
  const item = await getItem(db, userKeys.username(username));
  return item && usernameEntity.decode(item).userId;
}

/** Reads a user by name: two reads, since the name points to the id. */
export async function getUserByName(db: Database, username: string): Promise<Stored<UserRecord> | undefined> {
  const userId = await getUserIdByName(db, username);
  return userId === undefined ? undefined : getUser(db, userId);
}

/** Reads several users by id; unknown ones are left out. */
export async function getUsers(
  db: Database,
  userIds: readonly string[],
  { consistent = false } = {},
): Promise<Map<string, UserRecord>> {
  const items = await batchGetItems(
    db,
    userIds.map((id) => userKeys.user(id)),
    consistent,
  );
  const users = items.flatMap((item) => (item ? [userEntity.decode(item)] : []));
  return new Map(users.map((user) => [user.userId, user]));
}

export async function listTokens(db: Database, userId: string): Promise<Stored<ApiTokenRecord>[]> {
  const items = await queryAll(db, userKeys.tokens(userId));
  return items.map((item) => apiTokenEntity.decode(item));
}

/**
 * Records when a user, a session or an API token was last seen, unless that was recorded after `until` or it is gone
 * (rule USER-5). The revision stays: no decision depends on this.
 */
export async function noteLastSeen(db: Database, of: Key, at: string, until: string): Promise<void> {
  await writeItem(db, {
    update: of,
    with: updateOf({ set: { lastSeenAt: at } }),
    condition: {
      expression: 'attribute_exists(pk) AND (attribute_not_exists(lastSeenAt) OR lastSeenAt <= :until)',
      values: { ':until': until },
    },
    unanswered: true,
    unseen: true,
  });
}

/** What decides whether a request may proceed, read at once and consistently. */
export interface Credentials {
  user: Stored<UserRecord> | undefined;
  token: Stored<ApiTokenRecord> | undefined;
  session: Stored<SessionRecord> | undefined;
  member: Stored<MemberRecord> | undefined;
  project: Stored<ProjectRecord> | undefined;
  /** Those that were wanted, in their order. */
  revisions: WriteRevision[];
}

/** One BatchGetItem of the user, the API token or the session, and the membership in the project that the request names. */
export async function readCredentials(
  db: Database,
  wanted: {
    userId: string;
    username: string;
    tokenId?: string | undefined;
    sessionId?: string | undefined;
    projectId?: string | undefined;
    /** Whose revisions are read too. */
    revised?: readonly ('project' | 'user')[] | undefined;
  },
): Promise<Credentials> {
  const { userId, username, tokenId, sessionId, projectId, revised = [] } = wanted;
  const [user, token, session, member, project, ...revisions] = await batchGetItems(db, [
    userKeys.user(userId),
    tokenId === undefined ? userKeys.user(userId) : userKeys.token(userId, tokenId),
    sessionId === undefined ? userKeys.user(userId) : userKeys.session(userId, sessionId),
    projectId === undefined ? userKeys.user(userId) : projectKeys.member(projectId, username),
    projectId === undefined ? userKeys.user(userId) : projectKeys.project(projectId),
    ...revised.map((of) => (of === 'user' ? revisionKeys.ofUser(userId) : revisionKeys.ofProject(projectId ?? ''))),
  ]);
  return {
    user: user && userEntity.decode(user),
    token: token && tokenId !== undefined ? apiTokenEntity.decode(token) : undefined,
    session: session && sessionId !== undefined ? sessionEntity.decode(session) : undefined,
    member: member && projectId !== undefined ? memberEntity.decode(member) : undefined,
    project: project && projectId !== undefined ? projectEntity.decode(project) : undefined,
    revisions: revisions.map(decodeRevision),
  };
}
