import { encodePart, type Key } from './parts.ts';
import { foreignHashPartition, userList } from './users.ts';

/** Rows that belong to no tenant (rule STORE-1; `PENDING` is the list of the sweep). */
export const systemKeys = {
  signingKey: (kid: string): Key => ({ pk: 'AUTHKEY', sk: kid }),
  signingKeys: () => ({ pk: 'AUTHKEY', prefix: '' }),
  rateBucket: (name: string, address: string): Key => ({
    pk: `RATE#${encodePart(name)}#${encodePart(address)}`,
    sk: 'RATE',
  }),
  /** What a user, a project or an address may still use of one kind. */
  limitBucket: (owner: string, ownerId: string, kind: string): Key => ({
    pk: `LIMIT#${encodePart(owner)}#${encodePart(ownerId)}`,
    sk: encodePart(kind),
  }),
  /** A sign-in that was begun at the provider; `digest` is a hash of its state. */
  signIn: (digest: string): Key => ({ pk: `SIGNIN#${encodePart(digest)}`, sk: 'SIGNIN' }),
  audit: (at: string, id: string): Key => ({ pk: 'AUDIT', sk: `${at}#${id}` }),
  audits: () => ({ pk: 'AUDIT', prefix: '' }),
  pending: 'PENDING',
};

/** The partition of the audit of the whole service, as a pattern of IAM's. */
export const systemAuditPartition = 'AUDIT';

/** The partitions of the limits of callers, as a pattern of IAM. */
export const limitPartitions = 'LIMIT#*';

/** The partition keys of signing keys, sign-ins, identities, names of users, their list and their hashes, as patterns of IAM. */
export const accountPartitions = [
  ...['AUTHKEY', 'SIGNIN#*', 'IDENTITY#*', 'USERNAME#*'],
  ...[userList, foreignHashPartition],
] as const;
