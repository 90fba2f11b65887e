import type { Context, UserContext } from '../../../kernel/context.ts';
import { forbidden, unauthenticated } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { systemKeys } from '../../../kernel/store/keys.ts';
import { systemEntry } from '../../../projects/verbs/audit/entries.ts';
import { followGroups } from '../../../projects/verbs/group-memberships.ts';
import { areGroupsLeftOut, groupsIn } from '../../rules/claims.ts';
import { mayEnter, systemRoleOf } from '../../rules/group-roles.ts';
import { identityOf, type ProviderIdentity } from '../../sign-in/provider.ts';
import type { ProviderConfig } from '../../sign-in/provider-config.ts';
import { getSignIn, type SignInRecord } from '../../store/sign-ins.ts';
import { getUser, type UserRecord } from '../../store/users.ts';
import type { IssuedToken } from '../auth/access-token.ts';
import { withUsableDefault } from '../default-project.ts';
import { beginSession, type SignInFrom } from '../sessions.ts';
import { updateUser } from '../update-user.ts';
import { digestOf, providerOf } from './begin-sign-in.ts';
import { linkOwn, userOf } from './identities.ts';

/**
 * Ends a sign-in with the provider's answer, and begins a session as a login by password does (rules AUTH-32 to
 * AUTH-35).
 * @param input `answer` is the query of the address to which the provider redirected.
 * @throws ServiceError `unauthenticated` for an answer that belongs to no sign-in of this browser, is too late or used;
 * `forbidden` for a user who is disabled or not admitted; `unavailable` if the provider does not answer.
 */
export async function completeSignIn(
  ctx: Context,
  input: { answer: string; browserKey: string } & SignInFrom,
): Promise<{ user: UserRecord; token: IssuedToken }> {
  const provider = providerOf(ctx);
  const state = new URLSearchParams(input.answer).get('state') ?? '';
  const begun = await take(ctx, state, input.browserKey);
  const identity = await identityOf(ctx, provider, input.answer, { ...begun, state });
  const groups = groupsOf(provider, identity);
  const user =
    begun.userId === undefined ? await userOf(ctx, provider, identity) : await linkOwn(ctx, begun.userId, identity);
  refuseDisabled(user);
  const current = await followSystemRole(ctx, provider, user.userId, groups);
  await followGroups(actingAs(ctx, current), groups);
  const settled = await withUsableDefault(ctx, current);
  return { user: settled, token: await beginSession(ctx, settled, { ...input, byProvider: true }) };
}

/** The sign-in of a state, for the browser that began it: it is deleted, so that no answer is used twice. */
async function take(ctx: Context, state: string, browserKey: string): Promise<Stored<SignInRecord>> {
  const unknown = () =>
    unauthenticated(
      'This browser has begun no such sign-in, or it was ended or too long ago. Begin again',
      'sign_in_failed',
    );
  const begun = await getSignIn(ctx.db, digestOf(state));
  const isOurs = begun !== undefined && begun.browserDigest === digestOf(browserKey);
  if (!isOurs || Date.parse(begun.expiresAt) <= ctx.clock().getTime()) throw unknown();
  await new Transaction(ctx.db)
    .delete(systemKeys.signIn(begun.digest), { expression: 'attribute_exists(pk)' }, unknown)
    .commit();
  return begun;
}

/** @throws ServiceError `forbidden` for who is in no group that may sign in, or whose groups the provider did not say. */
function groupsOf(provider: ProviderConfig, { claims }: ProviderIdentity): string[] {
  const { groupsClaim, allowedGroups, groupRoles, name } = provider;
  if (allowedGroups.length === 0 && groupRoles.length === 0) return [];
  if (areGroupsLeftOut(claims, groupsClaim))
    throw refused(`you are in more groups than ${name} says; it can be told to say those of this application alone`);
  const groups = groupsIn(claims, groupsClaim);
  if (!mayEnter(groups, allowedGroups)) throw refused(`you are in no group that may sign in here`);
  return groups;
}

/** The system role that groups give (rule AUTH-34); the first administrator stays one, regardless of groups. */
function followSystemRole(ctx: Context, { groupRoles }: ProviderConfig, userId: string, groups: readonly string[]) {
  return retryOnConflict(orRefuse('The user'), async () => {
    const user = await getUser(ctx.db, userId);
    if (!user) throw refused('the user was deleted');
    refuseDisabled(user);
    const after = systemRoleOf(groups, groupRoles);
    if (after === undefined || after === user.systemRole || user.username === ctx.config.adminUsername) return user;
    const resource = `user:${user.username}`;
    const details = { before: user.systemRole, after, by: 'groups' };
    const entry = systemEntry(actingAs(ctx, user), { action: 'change-system-role', resource, details });
    return updateUser(ctx, user, { systemRole: after }, (transaction) => transaction.put(entry), staleRead);
  });
}

const actingAs = (ctx: Context, user: Stored<UserRecord>): UserContext => ({
  ...ctx,
  actor: { user, apiToken: undefined },
});

function refuseDisabled({ disabled, username }: UserRecord): void {
  if (disabled) throw forbidden(`User '${username}' is disabled`, 'user_disabled');
}

const refused = (why: string) => forbidden(`You are not let in: ${why}. An administrator can help`, 'sign_in_refused');
