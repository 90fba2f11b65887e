import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { systemKeys, userKeys } from '../../kernel/store/keys.ts';
import type { Identity } from './users.ts';

/** A sign-in that was begun and whose answer is waited for; it is taken once (rule AUTH-32). */
export interface SignInRecord {
  /** Hash of the state that the provider's answer carries. */
  digest: string;
  /** Hash of the key that only the browser has which began it. */
  browserDigest: string;
  nonce: string;
  codeVerifier: string;
  /** Who is signed in already and links the identity to themselves. */
  userId?: string | undefined;
  createdAt: string;
  expiresAt: string;
}

/** Codec of these records; the table expires those that were never ended. */
export const signInEntity = defineEntity<SignInRecord>({
  name: 'sign-in',
  version: 1,
  keys: (record) => systemKeys.signIn(record.digest),
  expiresAt: (record) => Math.ceil(Date.parse(record.expiresAt) / 1000),
});

/** Whose an identity is. */
export interface IdentityRecord extends Identity {
  userId: string;
  createdAt: string;
}

/** Codec of identities. */
export const identityEntity = defineEntity<IdentityRecord>({
  name: 'identity',
  version: 1,
  keys: (record) => userKeys.identity(record.issuer, record.subject),
});

/** The sign-in with this hash of its state. */
export async function getSignIn(db: Database, digest: string): Promise<Stored<SignInRecord> | undefined> {
  const item = await getItem(db, systemKeys.signIn(digest));
  return item && signInEntity.decode(item);
}

/** The user of an identity; undefined for none. */
export async function getIdentity(
  db: Database,
  { issuer, subject }: Identity,
): Promise<Stored<IdentityRecord> | undefined> {
  const item = await getItem(db, userKeys.identity(issuer, subject));
  return item && identityEntity.decode(item);
}
