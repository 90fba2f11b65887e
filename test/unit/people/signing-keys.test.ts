import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contextOf, createRuntime } from '#functions/runtime.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import type { Context } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { systemKeys } from '#shared/kernel/store/keys.ts';
import { listSigningKeys } from '#shared/kernel/store/system/system.ts';
import { noSecrets, type SecretSource } from '#shared/people/store/secret-source.ts';
import type { UserRecord } from '#shared/people/store/users.ts';
import { issueAccessToken, verifyAccessToken } from '#shared/people/verbs/auth/access-token.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

const user = { userId: 'u-1', username: 'ada', tokenVersion: 1 } as UserRecord;
const cacheSeconds = 300;
const begin = new Date('2025-03-01T12:00:00.000Z');
const refused = { kind: 'unauthenticated', message: 'Invalid access token' };

let engine: TestEngine;
/** The seed of the deployment under test, as its secret holds it. */
let seed: Uint8Array;
const secrets: SecretSource = { seed: async () => seed, adminPassword: async () => 'unused' };
/** How often any process has read the public keys. */
let reads = 0;

beforeAll(async () => {
  engine = await startTestEngine();
  await engine.createTable();
  engine.client.middlewareStack.add(
    (next, context) => (args) => {
      if (context.commandName === 'QueryCommand') reads += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
});
afterAll(() => engine.stop());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: begin });
  seed = new Uint8Array(32).fill(1);
});
afterEach(async () => {
  const { db } = startProcess(noSecrets);
  const records = await listSigningKeys(db);
  await batchWriteItems(
    db,
    records.map(({ kid }) => ({ delete: systemKeys.signingKey(kid) })),
  );
  vi.useRealTimers();
});

/** A process of the service, with caches of its own; only one with the secrets can sign. */
function startProcess(source: SecretSource): Context {
  const config = loadConfig({ TABLE_NAME: engine.tableName, LOG_LEVEL: 'ERROR' });
  return contextOf(createRuntime(config, { client: engine.client, secrets: source }), 'test');
}

const after = (seconds: number) => vi.setSystemTime(begin.getTime() + seconds * 1000);
const issue = async (ctx: Context): Promise<string> => (await issueAccessToken(ctx, user)).token;
const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? '';
const rotate = () => {
  seed = new Uint8Array(32).fill(2);
};

test('a process without the seed verifies what another signs, and signs nothing itself', async () => {
  const [signer, other] = [startProcess(secrets), startProcess(noSecrets)];
  await expect(verifyAccessToken(other, await issue(signer))).resolves.toMatchObject({ userId: 'u-1', version: 1 });
  await expect(issue(other)).rejects.toThrow('may not read the signing seed');
});

test('a changed seed signs once the cached key is old, and tokens of the old key stay valid', async () => {
  const [signer, other] = [startProcess(secrets), startProcess(noSecrets)];
  const old = await issue(signer);
  rotate();
  after(cacheSeconds - 1);
  expect(kidOf(await issue(signer))).toBe(kidOf(old));
  after(cacheSeconds);
  const fresh = await issue(signer);
  expect(kidOf(fresh)).not.toBe(kidOf(old));
  for (const ctx of [signer, other, startProcess(noSecrets)]) {
    await expect(verifyAccessToken(ctx, old)).resolves.toMatchObject({ username: 'ada' });
    await expect(verifyAccessToken(ctx, fresh)).resolves.toMatchObject({ username: 'ada' });
  }
});

test('a token of the first key is accepted by a process that has read that there is none', async () => {
  const [signer, other] = [startProcess(secrets), startProcess(noSecrets)];
  await expect(verifyAccessToken(other, await forge('none'))).rejects.toMatchObject(refused);
  const first = await issue(signer);
  after(2);
  await expect(verifyAccessToken(other, first)).resolves.toMatchObject({ username: 'ada' });
});

test('a token of the new key is accepted by a process that has read the keys since it was published', async () => {
  const [signer, other] = [startProcess(secrets), startProcess(noSecrets)];
  const old = await issue(signer);
  rotate();
  // As in a rotation: another process publishes the key first.
  await issue(startProcess(secrets));
  await verifyAccessToken(other, old);
  after(cacheSeconds);
  const fresh = await issue(signer);
  expect(kidOf(fresh)).not.toBe(kidOf(old));
  await expect(verifyAccessToken(other, fresh)).resolves.toMatchObject({ username: 'ada' });
});

test('a token that was accepted before is refused once it has expired', async () => {
  const signer = startProcess(secrets);
  const token = await issue(signer);
  await expect(verifyAccessToken(signer, token)).resolves.toMatchObject({ userId: 'u-1' });
  after(signer.config.tokenLifetimeSeconds - 1);
  await expect(verifyAccessToken(signer, token)).resolves.toMatchObject({ userId: 'u-1' });
  after(signer.config.tokenLifetimeSeconds);
  await expect(verifyAccessToken(signer, token)).rejects.toMatchObject({ code: 'token_expired' });
});

test('what is made of an accepted token is not accepted for it', async () => {
  const signer = startProcess(secrets);
  const token = await issue(signer);
  const claims = await verifyAccessToken(signer, token);
  expect(await verifyAccessToken(signer, token)).toEqual(claims);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const raised = Buffer.from(JSON.stringify({ ...decodeJwt(token), ver: 99 })).toString('base64url');
  for (const made of [
    [header, raised, signature],
    [header, payload, signature.toUpperCase()],
    [header, payload],
  ])
    await expect(verifyAccessToken(signer, made.join('.'))).rejects.toMatchObject({ kind: 'unauthenticated' });
});

test('two processes that sign with one seed have one key', async () => {
  const [first, second] = await Promise.all([issue(startProcess(secrets)), issue(startProcess(secrets))]);
  expect(kidOf(first)).toBe(kidOf(second));
  expect(await listSigningKeys(startProcess(noSecrets).db)).toHaveLength(1);
});

test('tokens of a deleted public key end when the cached keys are old, and at once in a fresh process', async () => {
  const [signer, other] = [startProcess(secrets), startProcess(noSecrets)];
  const old = await issue(signer);
  await verifyAccessToken(other, old);
  await batchWriteItems(signer.db, [{ delete: systemKeys.signingKey(kidOf(old)) }]);
  after(cacheSeconds - 1);
  await expect(verifyAccessToken(other, old)).resolves.toMatchObject({ username: 'ada' });
  await expect(verifyAccessToken(startProcess(noSecrets), old)).rejects.toMatchObject(refused);
  after(cacheSeconds);
  await expect(verifyAccessToken(other, old)).rejects.toMatchObject(refused);
});

/** A token with the claims of a real one, signed by a foreign key. */
function forge(kid: string | undefined): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  return claims()
    .setProtectedHeader({ alg: 'EdDSA', ...(kid === undefined ? {} : { kid }) })
    .sign(privateKey);
}

const claims = () =>
  new SignJWT({ username: 'ada', ver: 1 })
    .setIssuer('fiducial')
    .setSubject('u-1')
    .setIssuedAt()
    .setExpirationTime('1h');

test('a token of another key is refused, whatever key id it names', async () => {
  const ctx = startProcess(secrets);
  const kid = kidOf(await issue(ctx));
  await verifyAccessToken(ctx, await issue(ctx));
  after(2);
  for (const named of [kid, 'forged', '', undefined, '__proto__'])
    await expect(verifyAccessToken(ctx, await forge(named))).rejects.toMatchObject(refused);
});

test('a token signed with the published key as a shared secret is refused', async () => {
  const ctx = startProcess(secrets);
  const kid = kidOf(await issue(ctx));
  const [record] = await listSigningKeys(ctx.db);
  const shared = Buffer.from(record?.jwk.x ?? '', 'base64url');
  const token = await claims().setProtectedHeader({ alg: 'HS256', kid }).sign(shared);
  await expect(verifyAccessToken(ctx, token)).rejects.toMatchObject(refused);
});

test('forged key ids make a process read no keys', async () => {
  const ctx = startProcess(secrets);
  await verifyAccessToken(ctx, await issue(ctx));
  after(2);
  const before = reads;
  const forged = await Promise.all(Array.from({ length: 20 }, (_, index) => forge(`forged-${index}`)));
  const outcomes = await Promise.allSettled(forged.map((token) => verifyAccessToken(ctx, token)));
  expect(outcomes.map(({ status }) => status)).toEqual(forged.map(() => 'rejected'));
  expect(reads - before).toBe(0);
});

test('a seed that could not be read is asked for again by the next login', async () => {
  let failures = 1;
  const flaky: SecretSource = {
    ...secrets,
    seed: () => (failures-- > 0 ? Promise.reject(new Error('throttled')) : secrets.seed()),
  };
  const ctx = startProcess(flaky);
  await expect(issue(ctx)).rejects.toThrow('throttled');
  await expect(verifyAccessToken(ctx, await issue(ctx))).resolves.toMatchObject({ username: 'ada' });
});
