import { encodePart, type Key } from './parts.ts';

/** Rows that belong to no tenant (rule STORE-1; `PENDING` is the list of the sweep). */
export const systemKeys = {
  signingKey: (kid: string): Key => ({ pk: 'AUTHKEY', sk: kid }),
  signingKeys: () => ({ pk: 'AUTHKEY', prefix: '' }),
  rateBucket: (name: string, address: string): Key => ({
    pk: `RATE#${encodePart(name)}#${encodePart(address)}`,
    sk: 'RATE',
  }),
  pending: 'PENDING',
};

/** The partition keys of signing keys and of names of users, as patterns of IAM. */
export const accountPartitions = ['AUTHKEY', 'USERNAME#*'] as const;
