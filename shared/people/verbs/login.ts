import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../kernel/context.ts';
import { forbidden, unauthenticated } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { highestBcryptCost, removeForeignHash } from '../store/foreign-hashes.ts';
import { getUserByName, listedUser, type UserRecord } from '../store/users.ts';
import { takeAttempt } from './attempts.ts';
import type { IssuedToken } from './auth/access-token.ts';
import { checkPassword, hashPassword, needsRehash } from './auth/passwords.ts';
import { withUsableDefault } from './default-project.ts';
import { ensureAdmin } from './ensure-admin.ts';
import { refusePasswordsOff } from './passwords.ts';
import { beginSession, type SignInFrom } from './sessions.ts';

/**
 * Exchanges a password for a token. Unknown users and wrong passwords cost the same time and get the same answer.
 * @throws ServiceError `too-many-requests`, `unauthenticated`, or `forbidden` for a disabled user with the right
 * password, and if sign-in by password is off.
 */
export async function login(
  ctx: Context,
  input: { username: string; password: string } & SignInFrom,
): Promise<{ user: UserRecord; token: IssuedToken }> {
  refusePasswordsOff(ctx);
  const found = await getUserByName(ctx.db, input.username);
  const isKnown = found !== undefined || input.username === ctx.config.adminUsername;
  const release = await takeAttempt(ctx, { what: 'login', ...input, isKnown });
  const user = found ?? (await firstAdmin(ctx, input));
  const fits = await checkPassword(input.password, user?.passwordHash, await highestBcryptCost(ctx.db));
  if (!user || !fits) throw unauthenticated('Incorrect username or password', 'wrong_credentials');
  await release();
  if (user.disabled) throw forbidden(`User '${user.username}' is disabled`, 'user_disabled');
  await Promise.all([rehash(ctx, user, input.password), enterList(ctx, user)]);
  const settled = await withUsableDefault(ctx, user);
  return { user: settled, token: await beginSession(ctx, settled, input) };
}

/** In a deployment without any login yet, the first matching login creates the administrator. */
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
  const passwordHash = await hashPassword(password);
  const transaction = new Transaction(ctx.db).update(
    userKeys.user(user.userId),
    revise({ passwordHash }),
    ifRevision(user.rev),
    staleRead,
  );
  removeForeignHash(transaction, user);
  await isDoneUnlessStale(transaction.commit());
}

/** Who was registered before there was a list of users comes into it (rule USER-1). */
async function enterList(ctx: Context, user: Stored<UserRecord>): Promise<void> {
  await writeItem(ctx.db, { put: listedUser(user, user.rev), condition: ifAbsent });
}
