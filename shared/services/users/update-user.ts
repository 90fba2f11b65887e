import type { Context } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { conflict } from '../../errors.ts';
import type { Stored } from '../../store/codec.ts';
import { ifRevision } from '../../store/database.ts';
import { Transaction } from '../../store/transaction.ts';
import { type UserRecord, userEntity } from '../../store/users.ts';

/**
 * Writes a user that was read before.
 * @throws Refusal `conflict` when somebody else changed it in between.
 */
export async function updateUser(
  ctx: Context,
  user: Stored<UserRecord>,
  changes: Partial<UserRecord>,
): Promise<UserRecord> {
  const { rev, ...record } = user;
  const changed: UserRecord = { ...record, ...changes, updatedAt: nowOf(ctx) };
  const moved = () => conflict(`User '${user.username}' was changed by another request; try again`);
  // A transaction for its token: sent again after a lost answer, a change of password does not refuse itself.
  await new Transaction(ctx.db).put(userEntity.encode(changed, rev + 1), ifRevision(rev), moved).commit();
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
