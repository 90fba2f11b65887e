import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../../../kernel/context.ts';
import { unauthenticated } from '../../../kernel/errors.ts';
import type { UserRecord } from '../../store/users.ts';
import { publicKeyOf, signingAlgorithm, signingKeyOf } from './signing-keys.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/**
 * Access tokens: JWTs signed with Ed25519 (rule AUTH-10). The private key follows from the deployment's seed; its
 * public half is an item of the table that every function reads and caches, so that only the auth group needs the seed.
 */

/** What a login token says. */
export interface AccessClaims {
  userId: string;
  username: string;
  /** The user's default project when the token was made. */
  projectId: string | undefined;
  /** By which the token is seen and ended; absent in one that an earlier version made. */
  sessionId: string | undefined;
  /** Compared with the user's token version on every request. */
  version: number;
}

/** A fresh token and when it ends. */
export interface IssuedToken {
  token: string;
  expiresAt: string;
}

const issuer = 'fiducial';

/** Makes a token for a user, of a session where one is named. @throws when this function may not read the seed. */
export async function issueAccessToken(ctx: Context, user: UserRecord, sessionId?: string): Promise<IssuedToken> {
  const { kid, privateKey } = await signingKeyOf(ctx);
  const issuedAt = Math.floor(ctx.clock().getTime() / 1000);
  const expires = issuedAt + ctx.config.tokenLifetimeSeconds;
  const token = await new SignJWT({
    username: user.username,
    ver: user.tokenVersion,
    ...(user.defaultProjectId ? { project: user.defaultProjectId } : {}),
    ...(sessionId ? { sid: sessionId } : {}),
  })
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user.userId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(privateKey);
  return { token, expiresAt: new Date(expires * 1000).toISOString() };
}

type PublicKey = Awaited<ReturnType<typeof publicKeyOf>>;

const verifiedTokens = new VerifiedTokens<PublicKey, AccessClaims>();

/**
 * Verifies signature, issuer and times; for a token that was verified before, only its key and its end.
 * @throws ServiceError `unauthenticated` for anything but a valid token of ours.
 */
export async function verifyAccessToken(ctx: Context, token: string): Promise<AccessClaims> {
  const known = verifiedTokens.get(token);
  if (known && nowSeconds(ctx) < known.expiresAtSeconds && (await publicKeyOf(ctx, known.kid)) === known.key)
    return known.claims;
  try {
    const { payload, protectedHeader, key } = await jwtVerify(token, (header) => publicKeyOf(ctx, header.kid), {
      algorithms: [signingAlgorithm],
      issuer,
      currentDate: ctx.clock(),
      requiredClaims: ['sub', 'exp', 'ver', 'username'],
    });
    if (typeof payload.ver !== 'number' || typeof payload.username !== 'string' || !payload.sub)
      throw unauthenticated('Invalid access token');
    const claims: AccessClaims = {
      userId: payload.sub,
      username: payload.username,
      projectId: typeof payload.project === 'string' ? payload.project : undefined,
      version: payload.ver,
      sessionId: typeof payload.sid === 'string' ? payload.sid : undefined,
    };
    const { kid = '' } = protectedHeader;
    verifiedTokens.add(token, { kid, key, claims, expiresAtSeconds: payload.exp ?? 0 });
    return claims;
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw unauthenticated('The access token has expired; log in again', 'token_expired');
    if (error instanceof errors.JOSEError) throw unauthenticated('Invalid access token');
    throw error;
  }
}

const nowSeconds = (ctx: Context): number => Math.floor(ctx.clock().getTime() / 1000);
