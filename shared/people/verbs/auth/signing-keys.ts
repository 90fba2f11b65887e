import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { importJWK } from 'jose';
import type { Context } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { unauthenticated } from '../../../kernel/errors.ts';
import { withRequestSignal } from '../../../kernel/request-signal.ts';
import type { Database } from '../../../kernel/store/dynamodb/database.ts';
import { listSigningKeys, publishSigningKey } from '../../../kernel/store/system/system.ts';

/**
 * Keys of access tokens: Ed25519 (RFC 8037). The private key follows from the deployment's seed; its public half is an
 * item that every function reads and caches. A new seed gives a new key, published before it signs, while the old
 * public half continues to verify: rotation ends no session.
 */

/** JOSE's name of the algorithm. */
export const signingAlgorithm = 'EdDSA';

/** How long a process trusts what it has read, in milliseconds: a rotation or a revoked key arrives within this. */
const cacheMilliseconds = 300_000;

/** Before the first sign-in of all, the keys are read at most this often. */
const refreshMilliseconds = 1000;

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

type PublicKeys = Map<string, Awaited<ReturnType<typeof importJWK>>>;

interface Cached<T> {
  value: Promise<T>;
  readAt: number;
}

// By database, so that the stacks of a test process do not share keys.
const signingKeys = new WeakMap<Database, Cached<SigningKey>>();
const publicKeys = new WeakMap<Database, Cached<PublicKeys>>();

/** The key that signs now. @throws when this function may not read the seed. */
export function signingKeyOf(ctx: Context): Promise<SigningKey> {
  return cached(signingKeys, ctx.db, cacheMilliseconds, () => deriveAndPublish(ctx));
}

/**
 * The public key of a key id.
 * @throws ServiceError `unauthenticated` for an id that was never published or has been revoked.
 */
export async function publicKeyOf(ctx: Context, kid: string | undefined) {
  const read = () => readPublicKeys(ctx.db);
  const keys = await cached(publicKeys, ctx.db, cacheMilliseconds, read);
  const known = keys.get(kid ?? '');
  if (known) return known;
  // A rotated key signs only when every process has read it, so that a forged id causes no reads. Only the very first
  // key signs as soon as it is published.
  if (keys.size > 0) throw unauthenticated('Invalid access token');
  const readAt = publicKeys.get(ctx.db)?.readAt ?? 0;
  await sleep(Math.max(0, readAt + refreshMilliseconds - Date.now()));
  const refreshed = (await cached(publicKeys, ctx.db, refreshMilliseconds, read)).get(kid ?? '');
  if (!refreshed) throw unauthenticated('Invalid access token');
  return refreshed;
}

function cached<T>(
  cache: WeakMap<Database, Cached<T>>,
  db: Database,
  maxAgeMilliseconds: number,
  load: () => Promise<T>,
): Promise<T> {
  const entry = cache.get(db);
  if (entry && Date.now() - entry.readAt < maxAgeMilliseconds) return entry.value;
  // Others wait for it who go on when this request is given up.
  const value = withRequestSignal(undefined, load);
  cache.set(db, { value, readAt: Date.now() });
  // A failed read is tried again by the next request instead of being remembered.
  value.catch(() => cache.delete(db));
  return value;
}

async function readPublicKeys(db: Database): Promise<PublicKeys> {
  const records = await listSigningKeys(db);
  return new Map(
    await Promise.all(records.map(async ({ kid, jwk }) => [kid, await importJWK(jwk, signingAlgorithm)] as const)),
  );
}

// An Ed25519 private key in PKCS #8 (RFC 8410) is this prefix followed by its 32 bytes.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

async function deriveAndPublish(ctx: Context): Promise<SigningKey> {
  const seed = createHash('sha256')
    .update('fiducial signing key')
    .update(await ctx.secrets.seed())
    .digest();
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' }) as { kty: string; crv: string; x: string };
  const kid = createHash('sha256').update(jwk.x).digest('base64url').slice(0, 16);
  await publishSigningKey(ctx.db, { kid, jwk, createdAt: nowOf(ctx) });
  publicKeys.delete(ctx.db);
  return { kid, privateKey };
}
