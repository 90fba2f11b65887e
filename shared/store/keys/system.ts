import { encodePart, type Key } from './parts.ts';

/** Rows that belong to no tenant (design 4: `AUTHKEY`, `RATE`, and `PENDING`, the sweeper's list on gsi2). */
export const systemKeys = {
  signingKey: (kid: string): Key => ({ pk: 'AUTHKEY', sk: kid }),
  signingKeys: () => ({ pk: 'AUTHKEY', prefix: '' }),
  rateBucket: (name: string, address: string): Key => ({
    pk: `RATE#${encodePart(name)}#${encodePart(address)}`,
    sk: 'RATE',
  }),
  pending: 'PENDING',
};
