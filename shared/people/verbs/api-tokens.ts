import { randomUUID } from 'node:crypto';
import type { UserContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { getItem, ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { activeRole, type ProjectRole } from '../../projects/rules/permissions.ts';
import { getMember } from '../../projects/store/projects.ts';
import { projectEntry, systemEntry } from '../../projects/verbs/audit/entries.ts';
import { type ApiTokenRecord, apiTokenEntity, getUser, listTokens, type UserRecord } from '../store/users.ts';
import { formatApiToken, newTokenSecret } from './auth/api-token.ts';
import { noAccess, tokenRevoked } from './auth/authenticate.ts';

/** Most API tokens of one user. */
export const tokenLimit = 100;

/** Default lifetime of a token (rule AUTH-28). */
const lifetimeDays = 90;

/**
 * Makes a named token of the caller's; its secret is in the answer and nowhere else. It ends after 90 days unless `expiresAt`
 * says otherwise; null means never.
 * @throws ServiceError `invalid` for an expiry in the past, `forbidden` for a project that the caller is not in, `conflict`
 * beyond the limit.
 */
export async function createApiToken(
  ctx: UserContext,
  input: {
    name: string;
    expiresAt?: string | null | undefined;
    projectId?: string | null | undefined;
    role?: ProjectRole | null | undefined;
  },
): Promise<{ record: ApiTokenRecord; token: string }> {
  const { user } = ctx.actor;
  const now = nowOf(ctx);
  if (input.expiresAt && input.expiresAt <= now) throw invalid(`expires_at '${input.expiresAt}' is not in the future`);
  if (input.projectId && !activeRole(await getMember(ctx.db, input.projectId, user.username)))
    throw noAccess(input.projectId);
  const { secret, hash } = newTokenSecret();
  const record: ApiTokenRecord = {
    userId: user.userId,
    tokenId: randomUUID(),
    name: input.name,
    secretHash: hash,
    projectId: input.projectId ?? undefined,
    role: input.role ?? undefined,
    tokenVersion: user.tokenVersion,
    createdAt: now,
    expiresAt: input.expiresAt === undefined ? daysAfter(now, lifetimeDays) : (input.expiresAt ?? undefined),
  };
  await addToken(ctx, user, record);
  const { userId, username } = user;
  const name = { userId, username, tokenId: record.tokenId, projectId: record.projectId };
  return { record, token: formatApiToken(name, secret) };
}

const daysAfter = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * 86_400_000).toISOString();

/**
 * Writes a token under the user's revision, which every other token of theirs raises: so names stay unique and their
 * number bounded under concurrent requests. A session that has ended meanwhile creates none.
 */
function addToken(ctx: UserContext, caller: Stored<UserRecord>, record: ApiTokenRecord): Promise<void> {
  const { userId, username } = caller;
  let known: Stored<UserRecord> | undefined = caller;
  return retryOnConflict(orRefuse(`User '${username}'`), async () => {
    const user = known ?? (await getUser(ctx.db, userId));
    known = undefined;
    if (user?.tokenVersion !== record.tokenVersion) throw tokenRevoked('The access token', '; log in again');
    const tokens = await listTokens(ctx.db, userId);
    if (tokens.length >= tokenLimit)
      throw conflict(`User '${username}' has ${tokenLimit} API tokens; delete one first`, 'limit_reached');
    if (tokens.some(({ name }) => name === record.name))
      throw conflict(`API token '${record.name}' of user '${username}' already exists`, 'already_exists');
    const transaction = new Transaction(ctx.db)
      .put(apiTokenEntity.encode(record, 1), ifAbsent)
      .update(userKeys.user(userId), revise({}), ifRevision(user.rev), staleRead);
    addTokenEntries(transaction, ctx, 'create-token', record);
    await transaction.commit();
  });
}

/** Revokes one of the caller's tokens at once. @throws ServiceError `not-found` for an unknown one. */
export async function deleteApiToken(ctx: UserContext, tokenId: string): Promise<void> {
  const { userId, username } = ctx.actor.user;
  const missing = () => notFound(`API token '${tokenId}' of user '${username}' not found`);
  const key = userKeys.token(userId, tokenId);
  const item = await getItem(ctx.db, key);
  if (!item) throw missing();
  const transaction = new Transaction(ctx.db).delete(key, { expression: 'attribute_exists(pk)' }, missing);
  addTokenEntries(transaction, ctx, 'revoke-token', apiTokenEntity.decode(item));
  await transaction.commit();
}

/** A token that opens one project is in the audit of that project too, for its owner. */
function addTokenEntries(
  transaction: Transaction,
  ctx: UserContext,
  action: 'create-token' | 'revoke-token',
  { tokenId, name, projectId, role, expiresAt }: ApiTokenRecord,
): void {
  const details = { name, project_id: projectId ?? null, role: role ?? null, expires_at: expiresAt ?? null };
  const act = { action, resource: `token:${tokenId}`, details };
  transaction.put(systemEntry(ctx, act));
  if (projectId !== undefined) transaction.put(projectEntry(ctx, projectId, act));
}
