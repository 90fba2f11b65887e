import { invalid } from '../../../kernel/errors.ts';

/**
 * Refuses an easily guessed password (rule AUTH-6): a well-known one, or the name of its user.
 * @param path where the request has it.
 * @throws ServiceError `invalid`.
 */
export async function refuseWeakPassword(password: string, username: string, path: string): Promise<void> {
  // Read where a password is chosen, which is seldom: on one machine the list is a large module.
  const { wellKnownPasswords } = await import('./well-known-passwords.ts');
  const folded = password.normalize('NFKC').toLowerCase();
  const isName = folded === username.toLowerCase();
  if (!isName && !wellKnownPasswords.list.includes(folded)) return;
  const message = isName ? 'must not be the username' : 'must not be a well-known password';
  throw invalid(`The password of user '${username}' ${message}`, [{ path, message }]);
}
