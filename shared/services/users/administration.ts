import type { Context, UserContext } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import type { Transaction } from '../../store/dynamodb/transaction.ts';
import { userKeys } from '../../store/keys.ts';
import { getUserByName, ifAdministrator, type UserRecord } from '../../store/users/users.ts';

/** 404 of a name that nobody has, or nobody has any more. */
export const noUserNamed = (username: string) => notFound(`User '${username}' not found`);

/** @throws ServiceError `not-found` for a name that nobody has, or nobody has any more. */
export async function userNamed(ctx: Context, username: string): Promise<Stored<UserRecord>> {
  const user = await getUserByName(ctx.db, username);
  if (!user) throw noUserNamed(username);
  return user;
}

/** 403 of a caller who is none, or none any more. */
const notAnAdministrator = (username: string) => forbidden(`User '${username}' is not a system administrator`);

/**
 * Requires that the caller is still an enabled administrator when they do something to somebody else. Nobody takes away their own
 * rights, so one administrator is always left, whoever of them acts at the same time (rule USER-3).
 */
export const addAdministratorCheck = (transaction: Transaction, { actor: { user } }: UserContext): Transaction =>
  transaction.check(userKeys.user(user.userId), ifAdministrator, () => notAnAdministrator(user.username));

/** The same of a caller whose own row is written. @throws ServiceError `forbidden`. */
export function requireAdministrator({ disabled, systemRole, username }: UserRecord): void {
  if (disabled || systemRole !== 'admin') throw notAnAdministrator(username);
}
