import { invalid } from '../../kernel/errors.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { ifEnabled, type UserRecord } from '../../people/store/users.ts';

/**
 * Requires that a user who receives something exists and is not disabled: a deletion disables the user first, and then
 * finds everything that they have (rule USER-4).
 */
export const addEnabledCheck = (
  transaction: Transaction,
  { userId, username }: Pick<UserRecord, 'userId' | 'username'>,
): Transaction =>
  transaction.check(userKeys.user(userId), ifEnabled, () => invalid(`User '${username}' is disabled or deleted`));
