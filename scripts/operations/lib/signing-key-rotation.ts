import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { contextOf, createRuntime } from '#functions/runtime.ts';
import type { Config } from '#shared/config.ts';
import { signingKeyOf } from '#shared/services/auth/signing-keys.ts';
import { batchWriteItems, openDatabase } from '#shared/store/dynamodb/database.ts';
import { systemKeys } from '#shared/store/keys.ts';
import { listSigningKeys, type SigningKeyRecord } from '#shared/store/system/system.ts';
import type { SecretSource } from '#shared/store/users/secrets.ts';

/** How long a process goes on with the keys that it has read (shared/services/auth/signing-keys.ts). */
export const keyCacheSeconds = 300;

export interface KeyStore {
  client: DynamoDBClient;
  config: Config;
  /** The source of the seed that signs at present. */
  secrets: SecretSource;
}

/** A seed that is to sign from now on. */
export interface NextSeed {
  seed: Uint8Array;
  /** Makes it the one that the service reads. */
  store(): Promise<void>;
}

export interface Rotation {
  oldKid: string;
  newKid: string;
  /** From then on no token of the old key is alive. */
  revocableFrom: Date;
}

/**
 * Replaces the signing key (rule AUTH-11): publishes the new public half, waits until every process has read it, and
 * only then lets it sign. Tokens of the old key stay valid until they end by themselves: nobody is logged out. Cut
 * short before its last step it leaves one public key that nothing signs with.
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
 * Deletes an old public key: its tokens end within `keyCacheSeconds`.
 * @throws Error for the key that signs now, which the next login would publish again, and for one that is not there.
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

/** The id of the key that follows from a seed, published if it was not. Keys are cached by runtime, so each has its own. */
async function publishedKid({ client, config }: KeyStore, secrets: SecretSource): Promise<string> {
  const { kid } = await signingKeyOf(contextOf(createRuntime(config, { client, secrets }), 'rotate-signing-key'));
  return kid;
}

const databaseOf = ({ client, config }: KeyStore) => openDatabase(client, config.tableName);
