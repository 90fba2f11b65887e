import { nowOf, type UserContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import type { SystemAuditAction } from '../../projects/rules/audit.ts';
import { systemEntry } from '../../projects/verbs/audit/entries.ts';
import type { UserRecord } from '../store/users.ts';
import { addAdministratorCheck, requireAdministrator, userNamed } from './administration.ts';
import { type ProfileChanges, profileOf, updateUser } from './update-user.ts';

/** What an administrator changes of a user: undefined leaves, and so does null but for the profile, which it clears. */
export interface UserSettings extends ProfileChanges {
  disabled?: boolean | null | undefined;
  systemRole?: UserRecord['systemRole'] | null | undefined;
  mustChangePassword?: boolean | null | undefined;
}

/** One act of an administrator: what it changes, and what the audit calls it. */
interface Act {
  action: SystemAuditAction;
  changes: Partial<UserRecord>;
  details?: Record<string, unknown>;
}

/**
 * Changes a user by an administrator; disabling ends all their sessions and API tokens (rule USER-2). Equal settings
 * are not written and audited again.
 * @throws ServiceError `not-found`; `invalid` for an administrator who disables or demotes themselves (rule USER-3).
 */
export async function changeUser(ctx: UserContext, username: string, settings: UserSettings): Promise<UserRecord> {
  const isOwn = username === ctx.actor.user.username;
  if (isOwn) refuseOnOneself(username, settings);
  return retryOnConflict(orRefuse(`User '${username}'`), async () => {
    const user = await userNamed(ctx, username);
    if (isOwn) requireAdministrator(user);
    const acts = actsOn(user, settings, nowOf(ctx));
    if (acts.length === 0) return user;
    const changes: Partial<UserRecord> = Object.assign({}, ...acts.map((act) => act.changes));
    const add = (transaction: Transaction) => {
      if (!isOwn) addAdministratorCheck(transaction, ctx);
      for (const act of acts) transaction.put(systemEntry(ctx, { ...act, resource: `user:${username}` }));
    };
    return updateUser(ctx, user, changes, add, staleRead);
  });
}

function refuseOnOneself(username: string, { disabled, systemRole }: UserSettings): void {
  if (disabled) throw invalid(`Administrator '${username}' cannot disable themselves: another administrator can`);
  if (systemRole === 'user')
    throw invalid(`Administrator '${username}' cannot give up their own role: another administrator can take it`);
}

function actsOn(user: Stored<UserRecord>, settings: UserSettings, now: string): Act[] {
  const acts: Act[] = [];
  const { disabled, systemRole, mustChangePassword } = settings;
  const profile = profileOf(user, settings);
  const changed = Object.entries(profile).filter(([field, value]) => user[field as keyof UserRecord] !== value);
  if (changed.length > 0)
    acts.push({
      action: 'update-user',
      changes: Object.fromEntries(changed),
      // The audit is kept for ever, and a person's name is private.
      details: { changed: changed.map(([field]) => auditedNames[field as keyof typeof profile]).sort() },
    });
  if (disabled === true && !user.disabled)
    acts.push({
      action: 'disable-user',
      changes: { disabled, disabledAt: now, tokenVersion: user.tokenVersion + 1 },
    });
  if (disabled === false && user.disabled)
    acts.push({ action: 'enable-user', changes: { disabled, disabledAt: undefined } });
  if (systemRole && systemRole !== user.systemRole)
    acts.push({
      action: 'change-system-role',
      changes: { systemRole },
      details: { before: user.systemRole, after: systemRole },
    });
  if (mustChangePassword === true && !user.mustChangePassword)
    acts.push({ action: 'require-password-change', changes: { mustChangePassword } });
  return acts;
}

const auditedNames = { fullName: 'full_name', organization: 'organization', avatarKey: 'avatar_key' } as const;
