import type { Context, UserContext } from '../../kernel/context.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { getUserByName, ifAdministrator, type UserRecord } from '../store/users.ts';

/** 404 of a name without a user, or of a deleted user. */
export const noUserNamed = (username: string) => notFound(`User '${username}' not found`);

/** @throws ServiceError `not-found` for a name without a user, or of a deleted user. */
export async function userNamed(ctx: Context, username: string): Promise<Stored<UserRecord>> {
  const user = await getUserByName(ctx.db, username);
  if (!user) throw noUserNamed(username);
  return user;
}

/** 403 of a caller who is not, or no longer, an administrator. */
const notAnAdministrator = (username: string) => forbidden(`User '${username}' is not a system administrator`);

/**
 * Requires that the caller is still an enabled administrator when they change another user. Administrators cannot
 * remove their own rights, so one is always left, even with concurrent requests (rule USER-3).
 */
export const addAdministratorCheck = (transaction: Transaction, { actor: { user } }: UserContext): Transaction =>
  transaction.check(userKeys.user(user.userId), ifAdministrator, () => notAnAdministrator(user.username));

/** The same of a caller whose own row is written. @throws ServiceError `forbidden`. */
export function requireAdministrator({ disabled, systemRole, username }: UserRecord): void {
  if (disabled || systemRole !== 'admin') throw notAnAdministrator(username);
}
