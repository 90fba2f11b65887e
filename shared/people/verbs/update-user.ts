import type { Context } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { changedByOthers } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { removeForeignHash } from '../store/foreign-hashes.ts';
import { listedUser, readCredentials, type UserRecord } from '../store/users.ts';
import { canEnter, noAccess } from './auth/authenticate.ts';

/**
 * Changes a user that was read before, with their entry in the list of users. Updated and not replaced, since the time
 * of their last access may have been recorded meanwhile (rule USER-5).
 * @param add what is written, or required, with it: an entry of the audit.
 * @throws `stale`, a ServiceError `conflict` unless given, when the user was changed in between.
 */
export async function updateUser(
  ctx: Context,
  user: Stored<UserRecord>,
  changes: Partial<UserRecord>,
  add: (transaction: Transaction) => unknown = () => undefined,
  stale: () => Error = () => changedByOthers(`User '${user.username}'`),
): Promise<Stored<UserRecord>> {
  const updated = { ...changes, updatedAt: nowOf(ctx) };
  const changed = { ...user, ...updated, rev: user.rev + 1 };
  // A transaction for its token: sent again after a lost answer, a change of password does not refuse itself.
  const transaction = new Transaction(ctx.db)
    .update(userKeys.user(user.userId), revise(updated), ifRevision(user.rev), stale)
    .put(listedUser(changed, changed.rev));
  if (changes.passwordHash !== undefined) removeForeignHash(transaction, user);
  add(transaction);
  await transaction.commit();
  return changed;
}

/** Changes to one's own profile: undefined leaves a field, null clears it. */
export interface ProfileChanges {
  fullName?: string | null | undefined;
  organization?: string | null | undefined;
  avatarKey?: string | null | undefined;
}

/**
 * Applies changes to the caller's profile.
 * @throws ServiceError `forbidden` for a default project that they are not in.
 */
export async function updateProfile(
  ctx: Context,
  user: Stored<UserRecord>,
  { defaultProjectId, ...changes }: ProfileChanges & { defaultProjectId?: string | undefined },
): Promise<UserRecord> {
  const profile = profileOf(user, changes);
  if (defaultProjectId === undefined) return updateUser(ctx, user, profile);
  const { member, project } = await readCredentials(ctx.db, { ...user, projectId: defaultProjectId });
  if (!canEnter({ member, project })) throw noAccess(defaultProjectId);
  return updateUser(ctx, user, { ...profile, defaultProjectId });
}

/** The profile of a user after changes. */
export function profileOf(
  user: UserRecord,
  changes: ProfileChanges,
): Pick<UserRecord, 'fullName' | 'organization' | 'avatarKey'> {
  const apply = (before: string | undefined, after: string | null | undefined) =>
    after === undefined ? before : (after ?? undefined);
  return {
    fullName: apply(user.fullName, changes.fullName),
    organization: apply(user.organization, changes.organization),
    avatarKey: apply(user.avatarKey, changes.avatarKey),
  };
}
