import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type PutSecretValueCommandInput,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, createRuntime } from '#functions/runtime.ts';
import { loadSecrets } from '#local/data-folder/secrets.ts';
import {
  type KeyStore,
  keyCacheSeconds,
  publicKeys,
  revokeSigningKey,
  rotateSigningKey,
} from '#scripts/operations/lib/signing-key-rotation.ts';
import { cloudSeed, localSeed } from '#scripts/operations/lib/signing-key-seeds.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { noSecrets, type SecretSource } from '#shared/people/store/secret-source.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';
import type { UserRecord } from '#shared/people/store/users.ts';
import { issueAccessToken, verifyAccessToken } from '#shared/people/verbs/auth/access-token.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

const user = { userId: 'u-1', username: 'ada', tokenVersion: 1 } as UserRecord;
let engine: TestEngine;
let keys: KeyStore;
let seed = new Uint8Array(32).fill(1);
const secrets: SecretSource = { seed: async () => seed, adminPassword: async () => 'unused' };
const nextSeed = new Uint8Array(32).fill(2);
const store = async () => {
  seed = nextSeed;
};

beforeAll(async () => {
  engine = await startTestEngine();
  await engine.createTable();
  const config = loadConfig({ TABLE_NAME: engine.tableName, LOG_LEVEL: 'ERROR' });
  keys = { client: engine.client, config, secrets };
});
afterAll(() => engine.stop());

const startProcess = (source: SecretSource) =>
  contextOf(createRuntime(keys.config, { ...keys, secrets: source }), 'test');
const kids = async () => (await publicKeys(keys)).map(({ kid }) => kid);

test('a new signing key is published before it signs, the old one stays, and is revocable once its tokens have ended', async () => {
  const { token } = await issueAccessToken(startProcess(secrets), user);
  let publishedBefore: string[] = [];
  const begun = Date.now();
  const rotation = await rotateSigningKey(
    keys,
    {
      seed: nextSeed,
      store: async () => {
        publishedBefore = await kids();
        await store();
      },
    },
    0,
  );
  expect(publishedBefore.sort()).toEqual([rotation.oldKid, rotation.newKid].sort());
  const lifeMilliseconds = (keyCacheSeconds + keys.config.tokenLifetimeSeconds) * 1000;
  expect(rotation.revocableFrom.getTime()).toBeGreaterThanOrEqual(begun + lifeMilliseconds);
  await expect(verifyAccessToken(startProcess(noSecrets), token)).resolves.toMatchObject({ username: 'ada' });

  await expect(revokeSigningKey(keys, rotation.newKid)).rejects.toThrow('is in use: rotate first');
  await expect(revokeSigningKey(keys, 'unknown')).rejects.toThrow("There is no key 'unknown'");
  await revokeSigningKey(keys, rotation.oldKid);
  expect(await kids()).toEqual([rotation.newKid]);
  await expect(verifyAccessToken(startProcess(noSecrets), token)).rejects.toMatchObject({ kind: 'unauthenticated' });
});

/** Secrets Manager as far as it is used here: one secret. */
function secretsManager(text: string) {
  let kept = text;
  const client = new SecretsManagerClient({ region: 'eu-central-1' });
  const mock = mockClient(client);
  mock.on(GetSecretValueCommand).callsFake(() => ({ SecretString: kept }));
  mock.on(PutSecretValueCommand).callsFake(({ SecretString }: PutSecretValueCommandInput) => {
    kept = SecretString ?? '';
    return {};
  });
  return client;
}

test("a deployment's new seed is the one that the service then reads, and the password stays", async () => {
  const client = secretsManager(JSON.stringify({ seed: 'old', adminPassword: 'kept' }));
  const next = cloudSeed(client, 'service-secret');
  const source = secretsManagerSource('service-secret', client);
  expect(await source.seed()).not.toEqual(next.seed);
  await next.store();
  expect(await source.seed()).toEqual(next.seed);
  expect(await source.adminPassword()).toBe('kept');
});

test("a machine's new seed is the one that the next start reads, the password stays, and the file is its owner's", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'fiducial-seed-'));
  const file = join(directory, 'secrets.json');
  const before = await loadSecrets(file, undefined);
  // Asked for as the creation of the administrator does, which makes and keeps it.
  const password = await before.adminPassword();
  await writeFile(file, await readFile(file), { mode: 0o644 });
  const next = localSeed(file);
  await next.store();
  const after = await loadSecrets(file, undefined);
  const { mode } = await stat(file);
  await rm(directory, { recursive: true });
  expect(await after.seed()).toEqual(next.seed);
  expect(await after.seed()).not.toEqual(await before.seed());
  expect(after.knownPassword()).toBe(password);
  expect(mode & 0o777).toBe(0o600);
});
