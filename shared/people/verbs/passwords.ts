import type { Context, UserContext } from '../../kernel/context.ts';
import { forbidden, invalid, notFound, ServiceError } from '../../kernel/errors.ts';
import { systemEntry } from '../../projects/verbs/audit/entries.ts';
import { getUserByName } from '../store/users.ts';
import { takeAttempt } from './attempts.ts';
import type { IssuedToken } from './auth/access-token.ts';
import { hashPassword, isSamePassword, verifyPassword } from './auth/passwords.ts';
import { refuseWeakPassword } from './auth/refuse-weak-password.ts';
import { beginSession, type SignInFrom } from './sessions.ts';
import { updateUser } from './update-user.ts';

/** @throws ServiceError `forbidden` if sign-in by password is off (rule AUTH-36). */
export function refusePasswordsOff({ config }: Pick<Context, 'config'>): void {
  if (config.passwordSignIn) return;
  const by = config.provider?.name ?? 'the sign-in provider';
  throw forbidden(`Signing in by a password is switched off: sign in by ${by}`, 'password_sign_in_off');
}

/**
 * Changes the caller's own password; every older token ends, and a fresh one is answered (rule AUTH-2).
 * @throws ServiceError `invalid` for a wrong current password, and for the same one again; guesses count as failed logins do.
 */
export async function changePassword(
  ctx: UserContext,
  input: { currentPassword: string; newPassword: string } & SignInFrom,
): Promise<IssuedToken> {
  refusePasswordsOff(ctx);
  const { user } = ctx.actor;
  const { username } = user;
  const release = await takeAttempt(ctx, { what: 'change', username, address: input.address, isKnown: true });
  if (!(await verifyPassword(input.currentPassword, user.passwordHash)))
    throw new ServiceError('wrong_password', `The current password of user '${user.username}' is incorrect`);
  await release();
  if (isSamePassword(input.newPassword, input.currentPassword))
    throw invalid('The new password is the current one', [
      { path: 'body.new_password', message: 'must differ from the current password' },
    ]);
  await refuseWeakPassword(input.newPassword, username, 'body.new_password');
  const changes = {
    passwordHash: await hashPassword(input.newPassword),
    tokenVersion: user.tokenVersion + 1,
    mustChangePassword: false,
  };
  const entry = systemEntry(ctx, { action: 'change-password', resource: `user:${username}` });
  const changed = await updateUser(ctx, user, changes, (transaction) => transaction.put(entry));
  return beginSession(ctx, changed, input);
}

/**
 * Sets a user's password for them; every token of theirs ends (rule AUTH-2).
 * @throws ServiceError `not-found` for an unknown name; `invalid` for a weak password.
 */
export async function resetPassword(ctx: UserContext, input: { username: string; newPassword: string }): Promise<void> {
  const user = await getUserByName(ctx.db, input.username);
  if (!user) throw notFound(`User '${input.username}' not found`);
  await refuseWeakPassword(input.newPassword, user.username, 'body.new_password');
  const changes = {
    passwordHash: await hashPassword(input.newPassword),
    tokenVersion: user.tokenVersion + 1,
    mustChangePassword: true,
  };
  const entry = systemEntry(ctx, { action: 'reset-password', resource: `user:${user.username}` });
  await updateUser(ctx, user, changes, (transaction) => transaction.put(entry));
}
