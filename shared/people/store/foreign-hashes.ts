import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryPage } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { bcryptCostOf } from '../rules/bcrypt-hash.ts';
import type { UserRecord } from './users.ts';

/** Marks a user whose password is still a bcrypt hash of another service (rule AUTH-43). */
export interface ForeignHashRecord {
  userId: string;
  cost: number;
}

/** Codec of these marks. */
export const foreignHashEntity = defineEntity<ForeignHashRecord>({
  name: 'foreign-hash',
  version: 1,
  keys: ({ userId, cost }) => userKeys.foreignHash(cost, userId),
});

type Hashed = Pick<UserRecord, 'userId' | 'passwordHash'>;

/** Marks a new user whose password is a bcrypt hash. */
export function addForeignHash(transaction: Transaction, { userId, passwordHash }: Hashed): void {
  const cost = bcryptCostOf(passwordHash);
  if (cost !== undefined) transaction.put(foreignHashEntity.encode({ userId, cost }, 1));
}

/** Removes the mark of a user, whose hash is replaced or who is deleted. */
export function removeForeignHash(transaction: Transaction, { userId, passwordHash }: Hashed): void {
  const cost = bcryptCostOf(passwordHash);
  if (cost !== undefined) transaction.delete(userKeys.foreignHash(cost, userId));
}

/** The highest cost of the bcrypt hashes that users have; undefined if no user has one. */
export async function highestBcryptCost(db: Database): Promise<number | undefined> {
  const { items } = await queryPage(db, userKeys.foreignHashes(), { limit: 1 });
  return items[0] && foreignHashEntity.decode(items[0]).cost;
}
