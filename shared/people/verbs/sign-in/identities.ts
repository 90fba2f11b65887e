import { randomBytes } from 'node:crypto';
import { type Context, nowOf, type UserContext } from '../../../kernel/context.ts';
import { conflict, forbidden, notFound, ServiceError } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { userKeys } from '../../../kernel/store/keys.ts';
import { systemEntry } from '../../../projects/verbs/audit/entries.ts';
import { claimAt, domainOf, usernameFrom } from '../../rules/claims.ts';
import type { ProviderIdentity } from '../../sign-in/provider.ts';
import type { ProviderConfig } from '../../sign-in/provider-config.ts';
import { getIdentity, identityEntity } from '../../store/sign-ins.ts';
import { getUser, getUserByName, type UserRecord } from '../../store/users.ts';
import { addAdministratorCheck, requireAdministrator, userNamed } from '../administration.ts';
import { createUser } from '../create-user.ts';
import { updateUser } from '../update-user.ts';

/** The user of an identity of the provider, and how identities are linked (rule AUTH-33). */

/**
 * The user of an identity: the linked one, or one that is linked now.
 * @throws ServiceError `forbidden` if the name that the provider proposes is another user's, or missing.
 */
export function userOf(
  ctx: Context,
  provider: ProviderConfig,
  identity: ProviderIdentity,
): Promise<Stored<UserRecord>> {
  return retryOnConflict(orRefuse('The user of this identity'), async () => {
    const known = await getIdentity(ctx.db, identity);
    if (known) {
      const user = await getUser(ctx.db, known.userId);
      if (user) return user;
      throw refused('the user of this identity was deleted');
    }
    const claim = claimAt(identity.claims, provider.usernameClaim);
    refuseDomain(provider, identity, claim);
    const { allowedDomains, allowedGroups } = provider;
    const username = usernameFrom(claim, allowedDomains.length > 0 || allowedGroups.length > 0);
    if (username === undefined)
      throw refused(`the provider's claim '${provider.usernameClaim}' is not a username: it has ${describe(claim)}`);
    const existing = await getUserByName(ctx.db, username);
    if (!existing) return registered(ctx, identity, username);
    // A part of an address is not the exact name: an address of another domain is another person.
    const isSame = provider.linkByUsername && claim === existing.username && !existing.identity;
    if (!isSame || existing.username === ctx.config.adminUsername)
      throw refused(`the username '${username}' is taken; if it is yours, sign in by its password and link it`);
    return link(ctx, existing, identity);
  });
}

/**
 * If domains are named, a new user's address must be in one of them, and the provider must not call it unverified (rule
 * AUTH-42).
 * @throws ServiceError `forbidden`.
 */
function refuseDomain(
  { allowedDomains, usernameClaim }: ProviderConfig,
  { claims }: ProviderIdentity,
  claim: unknown,
): void {
  const domain = domainOf(claim);
  if (domain === undefined || allowedDomains.length === 0) return;
  if (!allowedDomains.includes(domain)) throw refused(`addresses of '${domain.slice(0, 100)}' may not sign in here`);
  const isVerified = claimAt(claims, 'email_verified');
  if (usernameClaim === 'email' && (isVerified === false || isVerified === 'false'))
    throw refused('the provider has not verified your address');
}

/**
 * Links an identity to a signed-in user.
 * @throws ServiceError `conflict` if it is another user's, or they have another.
 */
export function linkOwn(ctx: Context, userId: string, identity: ProviderIdentity): Promise<Stored<UserRecord>> {
  return retryOnConflict(orRefuse('The user of this identity'), async () => {
    const [known, user] = await Promise.all([getIdentity(ctx.db, identity), getUser(ctx.db, userId)]);
    if (!user) throw refused('the user who began this was deleted');
    if (known?.userId === userId) return user;
    if (known) throw conflict('This identity is linked to another user', 'already_exists');
    if (user.identity)
      throw conflict(`User '${user.username}' is linked to another identity: unlink it first`, 'already_exists');
    return link(ctx, user, identity);
  });
}

/**
 * Takes a user's identity from them, by an administrator; every session and every API token of theirs ends.
 * @throws ServiceError `not-found` for a user without one.
 */
export function unlinkIdentity(ctx: UserContext, username: string): Promise<UserRecord> {
  return retryOnConflict(orRefuse(`User '${username}'`), async () => {
    const user = await userNamed(ctx, username);
    const isOwn = user.userId === ctx.actor.user.userId;
    if (isOwn) requireAdministrator(user);
    const { identity } = user;
    if (!identity) throw notFound(`User '${username}' is linked to no identity`);
    const add = (transaction: Transaction) => {
      if (!isOwn) addAdministratorCheck(transaction, ctx);
      transaction
        .delete(userKeys.identity(identity.issuer, identity.subject))
        .put(systemEntry(ctx, { action: 'unlink-identity', resource: `user:${username}` }));
    };
    return updateUser(ctx, user, { identity: undefined, tokenVersion: user.tokenVersion + 1 }, add, staleRead);
  });
}

function link(ctx: Context, user: Stored<UserRecord>, { issuer, subject }: ProviderIdentity) {
  const record = { issuer, subject, userId: user.userId, createdAt: nowOf(ctx) };
  const act = { action: 'link-identity', resource: `user:${user.username}` } as const;
  const add = (transaction: Transaction) =>
    transaction
      .put(identityEntity.encode(record, 1), ifAbsent, staleRead)
      .put(systemEntry({ clock: ctx.clock, actor: { user } }, act));
  return updateUser(ctx, user, { identity: { issuer, subject } }, add, staleRead);
}

/** A new user, with an unknown random password. */
async function registered(
  ctx: Context,
  { issuer, subject, claims }: ProviderIdentity,
  username: string,
): Promise<Stored<UserRecord>> {
  const act = { action: 'register-user', resource: `user:${username}`, details: { by: 'provider' } } as const;
  const fullName = typeof claims.name === 'string' ? claims.name.slice(0, 100).toWellFormed() : undefined;
  const input = {
    username,
    password: randomBytes(32).toString('base64'),
    fullName,
    createDefaultProject: true,
    mustChangePassword: false,
    identity: { issuer, subject },
  };
  try {
    const user = await createUser(ctx, input, systemEntry({ clock: ctx.clock, actor: { user: { username } } }, act));
    return { ...user, rev: 1 };
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === 'conflict')) throw error;
    // The same person in another window was faster; else the name belonged to a deleted user and cannot be reused.
    if (await getIdentity(ctx.db, { issuer, subject })) throw staleRead();
    throw refused(`the username '${username}' was that of a user who was deleted`);
  }
}

const refused = (why: string): ServiceError =>
  forbidden(`You are not let in: ${why}. An administrator can help`, 'sign_in_refused');

const describe = (claim: unknown): string => (typeof claim === 'string' ? `'${claim.slice(0, 100)}'` : 'no text');
