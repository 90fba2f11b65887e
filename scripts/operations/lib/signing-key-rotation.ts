import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { contextOf, createRuntime } from '#functions/runtime.ts';
import type { Config } from '#shared/kernel/config.ts';
import { batchWriteItems, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { systemKeys } from '#shared/kernel/store/keys.ts';
import { listSigningKeys, type SigningKeyRecord } from '#shared/kernel/store/system/system.ts';
import type { SecretSource } from '#shared/people/store/secret-source.ts';
import { signingKeyOf } from '#shared/people/verbs/auth/signing-keys.ts';

/** How long a process caches keys (shared/people/verbs/auth/signing-keys.ts). */
export const keyCacheSeconds = 300;

export interface KeyStore {
  client: DynamoDBClient;
  config: Config;
  /** The source of the current signing seed. */
  secrets: SecretSource;
}

/** A seed that will sign. */
export interface NextSeed {
  seed: Uint8Array;
  /** Makes it the seed that the service reads. */
  store(): Promise<void>;
}

export interface Rotation {
  oldKid: string;
  newKid: string;
  /** From this time no token of the old key is valid. */
  revocableFrom: Date;
}

/**
 * Replaces the signing key (rule AUTH-11): publishes the new public key, waits until every process has read it, and
 * only then signs with it. Tokens of the old key remain valid until they expire, so no one is logged out. If
 * interrupted before the last step, it leaves one unused public key.
 */
export async function rotateSigningKey(keys: KeyStore, next: NextSeed, waitSeconds: number): Promise<Rotation> {
  const oldKid = await publishedKid(keys, keys.secrets);
  const newKid = await publishedKid(keys, { ...keys.secrets, seed: async () => next.seed });
  await sleep(waitSeconds * 1000);
  await next.store();
  const lifeSeconds = keyCacheSeconds + keys.config.tokenLifetimeSeconds;
  return { oldKid, newKid, revocableFrom: new Date(Date.now() + lifeSeconds * 1000) };
}

/**
 * Deletes an old public key; its tokens become invalid within `keyCacheSeconds`.
 * @throws Error for the current key, which the next login would publish again, and for an unknown one.
 */
export async function revokeSigningKey(keys: KeyStore, kid: string): Promise<void> {
  if (kid === (await publishedKid(keys, keys.secrets)))
    throw new Error(`Key '${kid}' is in use: rotate first, then revoke it`);
  const known = (await publicKeys(keys)).map((key) => key.kid);
  if (!known.includes(kid)) throw new Error(`There is no key '${kid}'; there are ${known.join(', ')}`);
  await batchWriteItems(databaseOf(keys), [{ delete: systemKeys.signingKey(kid) }]);
}

/** All public keys, oldest first. */
export async function publicKeys(keys: KeyStore): Promise<SigningKeyRecord[]> {
  const records = await listSigningKeys(databaseOf(keys));
  return records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/**
 * The id of the key derived from a seed; publishes it if necessary. A runtime caches its key, so each call has its own.
 */
async function publishedKid({ client, config }: KeyStore, secrets: SecretSource): Promise<string> {
  const { kid } = await signingKeyOf(contextOf(createRuntime(config, { client, secrets }), 'rotate-signing-key'));
  return kid;
}

const databaseOf = ({ client, config }: KeyStore) => openDatabase(client, config.tableName);
