import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { forbidden, unauthenticated } from '../../errors.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { ifRevision, writeItem } from '../../store/dynamodb/database.ts';
import { getUserByName, type UserRecord, userEntity } from '../../store/users/users.ts';
import { type IssuedToken, issueAccessToken } from '../auth/access-token.ts';
import { dummyHash, hashPassword, needsRehash, verifyPassword } from '../auth/passwords.ts';
import { takeAttempt } from './attempts.ts';
import { ensureAdmin } from './ensure-admin.ts';

/**
 * Exchanges a password for a token. Unknown users and wrong passwords cost the same time and get the same answer.
 * @throws ServiceError `too-many-requests`, `unauthenticated`, or `forbidden` for a disabled user with the right password.
 */
export async function login(
  ctx: Context,
  input: { username: string; password: string; address: string },
): Promise<{ user: UserRecord; token: IssuedToken }> {
  const release = await takeAttempt(ctx, { what: 'login', ...input });
  const user = (await getUserByName(ctx.db, input.username)) ?? (await firstAdmin(ctx, input));
  const fits = await verifyPassword(input.password, user?.passwordHash ?? (await dummyHash()));
  if (!user || !fits) throw unauthenticated('Incorrect username or password', 'wrong_credentials');
  await release();
  if (user.disabled) throw forbidden(`User '${user.username}' is disabled`, 'user_disabled');
  await rehash(ctx, user, input.password);
  return { user, token: await issueAccessToken(ctx, user) };
}

/** In a deployment that nobody has logged in to yet, the administrator comes to be at the first login that fits. */
async function firstAdmin(ctx: Context, input: { username: string; password: string }) {
  if (input.username !== ctx.config.adminUsername) return undefined;
  const expected = Buffer.from(await ctx.secrets.adminPassword());
  const given = Buffer.from(input.password);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  await ensureAdmin(ctx);
  return getUserByName(ctx.db, input.username);
}

/** Brings an old hash to today's parameters; losing a race against another login loses nothing. */
async function rehash(ctx: Context, user: Stored<UserRecord>, password: string): Promise<void> {
  if (!(await needsRehash(user.passwordHash))) return;
  const { rev, ...record } = user;
  const put = userEntity.encode({ ...record, passwordHash: await hashPassword(password) }, rev + 1);
  await writeItem(ctx.db, { put, condition: ifRevision(rev) });
}
