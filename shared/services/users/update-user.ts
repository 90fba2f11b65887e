import type { Context } from '../../context.ts';
import { nowOf } from '../../context.ts';
import type { Item, Stored } from '../../store/dynamodb/codec.ts';
import { changedByOthers } from '../../store/dynamodb/conflict.ts';
import { ifRevision } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { type UserRecord, userEntity } from '../../store/users/users.ts';

/**
 * Writes a user that was read before.
 * @param entry of the audit, written with it.
 * @throws ServiceError `conflict` when somebody else changed it in between.
 */
export async function updateUser(
  ctx: Context,
  user: Stored<UserRecord>,
  changes: Partial<UserRecord>,
  entry?: Item,
): Promise<UserRecord> {
  const { rev, ...record } = user;
  const changed: UserRecord = { ...record, ...changes, updatedAt: nowOf(ctx) };
  const stale = () => changedByOthers(`User '${user.username}'`);
  // A transaction for its token: sent again after a lost answer, a change of password does not refuse itself.
  const transaction = new Transaction(ctx.db).put(userEntity.encode(changed, rev + 1), ifRevision(rev), stale);
  if (entry) transaction.put(entry);
  await transaction.commit();
  return changed;
}

/** Changes to one's own profile: undefined leaves a field, null clears it. */
export interface ProfileChanges {
  fullName?: string | null | undefined;
  organization?: string | null | undefined;
  avatarKey?: string | null | undefined;
}

/** Applies changes to the caller's profile. */
export function updateProfile(ctx: Context, user: Stored<UserRecord>, changes: ProfileChanges): Promise<UserRecord> {
  const apply = (before: string | undefined, after: string | null | undefined) =>
    after === undefined ? before : (after ?? undefined);
  return updateUser(ctx, user, {
    fullName: apply(user.fullName, changes.fullName),
    organization: apply(user.organization, changes.organization),
    avatarKey: apply(user.avatarKey, changes.avatarKey),
  });
}
