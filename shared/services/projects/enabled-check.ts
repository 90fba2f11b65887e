import { invalid } from '../../errors.ts';
import type { Transaction } from '../../store/dynamodb/transaction.ts';
import { userKeys } from '../../store/keys.ts';
import { ifEnabled, type UserRecord } from '../../store/users/users.ts';

/**
 * Requires that a user to whom something is given is there and not disabled: whoever deletes a user has disabled them before,
 * and finds all that they have (rule USER-4).
 */
export const addEnabledCheck = (
  transaction: Transaction,
  { userId, username }: Pick<UserRecord, 'userId' | 'username'>,
): Transaction =>
  transaction.check(userKeys.user(userId), ifEnabled, () => invalid(`User '${username}' is disabled or deleted`));
