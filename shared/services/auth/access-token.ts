import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { unauthenticated } from '../../errors.ts';
import { listSigningKeys, publishSigningKey } from '../../store/system.ts';
import type { UserRecord } from '../../store/users.ts';

/**
 * Access tokens: JWTs signed with Ed25519 (design 3, Auth). The private key follows from the deployment's seed; its
 * public half is an item of the table that every function reads and caches, so that only the auth group needs the seed.
 */

/** What a login token says. */
export interface AccessClaims {
  userId: string;
  username: string;
  /** The user's default project when the token was made. */
  projectId: string | undefined;
  /** Compared with the user's token version on every request. */
  version: number;
}

/** A fresh token and when it ends. */
export interface IssuedToken {
  token: string;
  expiresAt: string;
}

const issuer = 'fiducial';
const algorithm = 'EdDSA';

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

const signingKeys = new WeakMap<object, Promise<SigningKey>>();
const publicKeys = new WeakMap<object, KeyCache>();

interface KeyCache {
  keys: Map<string, Awaited<ReturnType<typeof importJWK>>>;
  readAt: number;
}

/** An unknown key id makes a function read the keys again, but not more often than this. */
const refreshMilliseconds = 5000;

/** Makes a token for a user. @throws when this function may not read the seed. */
export async function issueAccessToken(ctx: Context, user: UserRecord): Promise<IssuedToken> {
  const { kid, privateKey } = await signingKeyOf(ctx);
  const issuedAt = Math.floor(ctx.clock().getTime() / 1000);
  const expires = issuedAt + ctx.config.tokenLifetimeSeconds;
  const token = await new SignJWT({
    username: user.username,
    ver: user.tokenVersion,
    ...(user.defaultProjectId ? { project: user.defaultProjectId } : {}),
  })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user.userId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(privateKey);
  return { token, expiresAt: new Date(expires * 1000).toISOString() };
}

/**
 * Verifies signature, issuer and times.
 * @throws Refusal `unauthenticated` for anything that is not a token of ours that still lives.
 */
export async function verifyAccessToken(ctx: Context, token: string): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, (header) => publicKeyOf(ctx, header.kid), {
      algorithms: [algorithm],
      issuer,
      currentDate: ctx.clock(),
      requiredClaims: ['sub', 'exp', 'ver', 'username'],
    });
    if (typeof payload.ver !== 'number' || typeof payload.username !== 'string' || !payload.sub)
      throw unauthenticated('Invalid access token');
    return {
      userId: payload.sub,
      username: payload.username,
      projectId: typeof payload.project === 'string' ? payload.project : undefined,
      version: payload.ver,
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated('The access token has expired; log in again');
    if (error instanceof errors.JOSEError) throw unauthenticated('Invalid access token');
    throw error;
  }
}

async function publicKeyOf(ctx: Context, kid: string | undefined) {
  let cache = publicKeys.get(ctx.db);
  const now = Date.now();
  if (!cache || (kid !== undefined && !cache.keys.has(kid) && now - cache.readAt > refreshMilliseconds)) {
    const records = await listSigningKeys(ctx.db);
    const entries = await Promise.all(
      records.map(async (record) => [record.kid, await importJWK(record.jwk as JWK, algorithm)] as const),
    );
    cache = { keys: new Map(entries), readAt: now };
    publicKeys.set(ctx.db, cache);
  }
  const key = kid === undefined ? undefined : cache.keys.get(kid);
  if (!key) throw unauthenticated('Invalid access token');
  return key;
}

function signingKeyOf(ctx: Context): Promise<SigningKey> {
  let key = signingKeys.get(ctx.db);
  if (!key) {
    key = deriveAndPublish(ctx);
    signingKeys.set(ctx.db, key);
    key.catch(() => signingKeys.delete(ctx.db));
  }
  return key;
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
  // The key just published may be missing from a cache that was filled before.
  publicKeys.delete(ctx.db);
  return { kid, privateKey };
}
