import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../../kernel/context.ts';
import { notFound, ServiceError } from '../../../kernel/errors.ts';
import { clientNetwork } from '../../../kernel/rules/client-network.ts';
import { ifAbsent, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { authorizationAddress, newChecks } from '../../sign-in/provider.ts';
import type { ProviderConfig } from '../../sign-in/provider-config.ts';
import { reserveAttempt } from '../../store/rate-limit.ts';
import { signInEntity } from '../../store/sign-ins.ts';

/** How long a user has for the provider's sign-in pages. */
const lifeMilliseconds = 600_000;

/** A laboratory often has one address for all its members. */
const beginnings = { attempts: 300, windowSeconds: 300 };

/** What the browser needs: where to go, and what shows afterwards that it is the one which went. */
export interface BegunSignIn {
  address: string;
  browserKey: string;
  expiresAt: string;
}

/** @throws ServiceError `not-found` if there is none. */
export function providerOf({ config }: Pick<Context, 'config'>): ProviderConfig {
  if (config.provider) return config.provider;
  throw notFound('This service has no sign-in provider');
}

/** What is kept of a state and of a browser's key: who reads the table finds neither. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Begins a sign-in at the provider (rule AUTH-32).
 * @param input `userId` of a signed-in user who links the identity to themselves.
 * @throws ServiceError `not-found` without a provider, `unavailable` if it does not answer, `too-many-requests`.
 */
export async function beginSignIn(
  ctx: Context,
  input: { address: string; userId?: string | undefined },
): Promise<BegunSignIn> {
  const provider = providerOf(ctx);
  const now = ctx.clock();
  const bucket = { name: 'sign-in', address: clientNetwork(input.address) };
  const reserved = await reserveAttempt(ctx.db, bucket, beginnings, now);
  if (!reserved.ok) {
    const { retryAfterSeconds } = reserved;
    const detail = `Too many sign-ins were begun from this address; try again in ${retryAfterSeconds} seconds`;
    throw new ServiceError('too_many_requests', detail, { retryAfterSeconds });
  }
  const checks = newChecks();
  const { state, nonce, codeVerifier } = checks;
  const address = await authorizationAddress(ctx, provider, checks);
  const browserKey = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMilliseconds).toISOString();
  const record = {
    digest: digestOf(state),
    browserDigest: digestOf(browserKey),
    nonce,
    codeVerifier,
    userId: input.userId,
    createdAt: now.toISOString(),
    expiresAt,
  };
  await writeItem(ctx.db, { put: signInEntity.encode(record, 1), condition: ifAbsent });
  return { address, browserKey, expiresAt };
}
