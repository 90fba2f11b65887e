import { encodePart, type Key } from './parts.ts';

/** The partition of the list of users. */
export const userList = 'USERS';

/** Partition of a user. */
export const userPartition = (userId: string): string => `USER#${encodePart(userId)}`;

/** The partition of the marks of users with a bcrypt hash. */
export const foreignHashPartition = 'FOREIGNHASH';

/** The newest first. */
const inboxRange = (userId: string, tag: 'NOTIFICATION' | 'UNREAD', since: string) => ({
  pk: userPartition(userId),
  from: `${tag}#${encodePart(since)}`,
  through: `${tag}#~`,
  descending: true,
});

/** Where users and what hangs on each lie, as a pattern of IAM's. */
export const userPartitions = 'USER#*';

/** Keys of users, tokens and of what else hangs on one user. */
export const userKeys = {
  user: (userId: string): Key => ({ pk: userPartition(userId), sk: 'USER' }),
  username: (name: string): Key => ({ pk: `USERNAME#${encodePart(name)}`, sk: 'USERNAME' }),
  foreignHash: (cost: number, userId: string): Key => ({
    pk: foreignHashPartition,
    sk: `${String(cost).padStart(2, '0')}#${encodePart(userId)}`,
  }),
  /** The highest cost first. */
  foreignHashes: () => ({ pk: foreignHashPartition, prefix: '', descending: true, consistent: true }),
  /** The user of a sign-in provider's subject. */
  identity: (issuer: string, subject: string): Key => ({
    pk: `IDENTITY#${encodePart(issuer)}#${encodePart(subject)}`,
    sk: 'IDENTITY',
  }),
  token: (userId: string, tokenId: string): Key => ({ pk: userPartition(userId), sk: `TOKEN#${encodePart(tokenId)}` }),
  tokens: (userId: string) => ({ pk: userPartition(userId), prefix: 'TOKEN#' }),
  session: (userId: string, sessionId: string): Key => ({
    pk: userPartition(userId),
    sk: `SESSION#${encodePart(sessionId)}`,
  }),
  /** The newest first: ids of sessions sort by time. */
  sessions: (userId: string) => ({ pk: userPartition(userId), prefix: 'SESSION#', descending: true, consistent: true }),
  /** The user's place in the list of all, by name. */
  listed: (username: string): Key => ({ pk: userList, sk: encodePart(username) }),
  allListed: () => ({ pk: userList, prefix: '', consistent: true }),
  /** Mirror of a membership: the projects of a user, right after creation too. */
  membership: (userId: string, projectId: string): Key => ({
    pk: userPartition(userId),
    sk: `PROJECT#${encodePart(projectId)}`,
  }),
  memberships: (userId: string) => ({ pk: userPartition(userId), prefix: 'PROJECT#' }),
  /** Of one event; `id` follows from it, so that there is only one notification. */
  notification: (userId: string, at: string, id: string): Key => ({
    pk: userPartition(userId),
    sk: `NOTIFICATION#${encodePart(at)}#${encodePart(id)}`,
  }),
  /** Those from an instant on. */
  notifications: (userId: string, since: string) => inboxRange(userId, 'NOTIFICATION', since),
  /** Exists as long as the notification is unread. */
  unread: (userId: string, at: string, id: string): Key => ({
    pk: userPartition(userId),
    sk: `UNREAD#${encodePart(at)}#${encodePart(id)}`,
  }),
  allUnread: (userId: string, since: string) => inboxRange(userId, 'UNREAD', since),
  notificationSettings: (userId: string): Key => ({ pk: userPartition(userId), sk: 'NOTIFICATIONSETTINGS' }),
  /** Idempotency record of one of the user's requests; `digest` is a hash of the key that the client sent. */
  idempotency: (userId: string, digest: string): Key => ({
    pk: userPartition(userId),
    sk: `IDEM#${encodePart(digest)}`,
  }),
  /** What such a request had written, put together with it. */
  carriedOut: (userId: string, digest: string): Key => ({
    pk: userPartition(userId),
    sk: `IDEMDONE#${encodePart(digest)}`,
  }),
};
