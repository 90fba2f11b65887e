import { defineEntity, type Stored } from '../dynamodb/codec.ts';
import { batchGetItems, type Database, getItem, queryAll } from '../dynamodb/database.ts';
import { projectKeys, userKeys } from '../keys.ts';
import { type MemberRecord, memberEntity, type ProjectRecord, projectEntity } from '../projects/projects.ts';

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
  systemRole: 'admin' | 'user';
  defaultProjectId?: string | undefined;
  mustChangePassword: boolean;
  /** Part of every token; raised by a changed or reset password, which ends the tokens before it. */
  tokenVersion: number;
  createdAt: string;
  updatedAt: string;
}

/** What rows of users and API tokens have that no other item has, and by which somebody logs in (rule AUTH-27). */
export const accountAttributes = [
  'passwordHash',
  'systemRole',
  'tokenVersion',
  'secretHash',
] as const satisfies readonly (keyof UserRecord | keyof ApiTokenRecord)[];

export const userEntity = defineEntity<UserRecord>({
  name: 'user',
  version: 1,
  keys: (user) => userKeys.user(user.userId),
});

/** Holds a username for its user. */
export interface UsernameRecord {
  username: string;
  userId: string;
}

/** Codec of username reservations. */
export const usernameEntity = defineEntity<UsernameRecord>({
  name: 'username',
  version: 1,
  keys: (record) => userKeys.username(record.username),
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
}

/** Codec of API tokens; the table forgets an expired one by itself. */
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

/** Reads a user by name: two reads, since the name points to the id. */
export async function getUserByName(db: Database, username: string): Promise<Stored<UserRecord> | undefined> {
  const item = await getItem(db, userKeys.username(username));
  return item && getUser(db, usernameEntity.decode(item).userId);
}

/** Reads several users by id; unknown ones are left out. */
export async function getUsers(db: Database, userIds: readonly string[]): Promise<Map<string, UserRecord>> {
  const items = await batchGetItems(
    db,
    userIds.map((id) => userKeys.user(id)),
    false,
  );
  const users = items.flatMap((item) => (item ? [userEntity.decode(item)] : []));
  return new Map(users.map((user) => [user.userId, user]));
}

export async function listTokens(db: Database, userId: string): Promise<Stored<ApiTokenRecord>[]> {
  const items = await queryAll(db, userKeys.tokens(userId));
  return items.map((item) => apiTokenEntity.decode(item));
}

/** What decides whether a request may proceed, read at once and consistently. */
export interface Credentials {
  user: Stored<UserRecord> | undefined;
  token: Stored<ApiTokenRecord> | undefined;
  member: Stored<MemberRecord> | undefined;
  project: Stored<ProjectRecord> | undefined;
}

/** One BatchGetItem of the user, the API token, and the membership in the project that the request names. */
export async function readCredentials(
  db: Database,
  wanted: { userId: string; username: string; tokenId?: string | undefined; projectId?: string | undefined },
): Promise<Credentials> {
  const { userId, username, tokenId, projectId } = wanted;
  const [user, token, member, project] = await batchGetItems(db, [
    userKeys.user(userId),
    tokenId === undefined ? userKeys.user(userId) : userKeys.token(userId, tokenId),
    projectId === undefined ? userKeys.user(userId) : projectKeys.member(projectId, username),
    projectId === undefined ? userKeys.user(userId) : projectKeys.project(projectId),
  ]);
  return {
    user: user && userEntity.decode(user),
    token: token && tokenId !== undefined ? apiTokenEntity.decode(token) : undefined,
    member: member && projectId !== undefined ? memberEntity.decode(member) : undefined,
    project: project && projectId !== undefined ? projectEntity.decode(project) : undefined,
  };
}
