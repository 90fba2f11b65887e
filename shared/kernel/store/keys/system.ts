import { encodePart, type Key } from './parts.ts';
import { foreignHashPartition, userList } from './users.ts';

/** The partition of a project's limits, so that every function that may take tokens may count what was used. */
const meterPartition = (projectId: string) => ({ pk: `LIMIT#project#${encodePart(projectId)}` });

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
  /** What a project used on a day. */
  meter: (projectId: string, day: string): Key => ({ ...meterPartition(projectId), sk: `METER#${day}` }),
  /** What a project used from a day on, in the order of days. */
  meters: (projectId: string, firstDay: string) => ({
    ...meterPartition(projectId),
    from: `METER#${firstDay}`,
    through: 'METER#~',
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
