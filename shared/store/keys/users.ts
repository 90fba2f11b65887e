import { encodePart, type Key } from './parts.ts';

const userPk = (userId: string): string => `USER#${encodePart(userId)}`;

/** Keys of users, tokens and of what else hangs on one user. */
export const userKeys = {
  user: (userId: string): Key => ({ pk: userPk(userId), sk: 'USER' }),
  username: (name: string): Key => ({ pk: `USERNAME#${encodePart(name)}`, sk: 'USERNAME' }),
  token: (userId: string, tokenId: string): Key => ({ pk: userPk(userId), sk: `TOKEN#${encodePart(tokenId)}` }),
  tokens: (userId: string) => ({ pk: userPk(userId), prefix: 'TOKEN#' }),
  /** Mirror of a membership: the projects of a user, right after creation too. */
  membership: (userId: string, projectId: string): Key => ({
    pk: userPk(userId),
    sk: `PROJECT#${encodePart(projectId)}`,
  }),
  memberships: (userId: string) => ({ pk: userPk(userId), prefix: 'PROJECT#' }),
  /** Idempotency record of one of the user's requests; `digest` is a hash of the key that the client sent. */
  idempotency: (userId: string, digest: string): Key => ({ pk: userPk(userId), sk: `IDEM#${encodePart(digest)}` }),
  /** What such a request had written, put together with it. */
  carriedOut: (userId: string, digest: string): Key => ({ pk: userPk(userId), sk: `IDEMDONE#${encodePart(digest)}` }),
};
