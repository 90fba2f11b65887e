import { randomUUID } from 'node:crypto';
import type { UserContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { activeRole, type ProjectRole } from '../../domain/permissions.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { ifAbsent, writeItem } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { userKeys } from '../../store/keys.ts';
import { getMember } from '../../store/projects/projects.ts';
import { type ApiTokenRecord, apiTokenEntity, listTokens } from '../../store/users/users.ts';
import { formatApiToken, newTokenSecret } from '../auth/api-token.ts';
import { noAccess } from '../auth/authenticate.ts';

/** Most API tokens of one user. */
export const tokenLimit = 100;

/**
 * Makes a named token of the caller's; its secret is in the answer and nowhere else.
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
  const tokens = await listTokens(ctx.db, user.userId);
  if (tokens.length >= tokenLimit)
    throw conflict(`User '${user.username}' has ${tokenLimit} API tokens; delete one first`, 'limit_reached');
  if (tokens.some((token) => token.name === input.name))
    throw conflict(`API token '${input.name}' of user '${user.username}' already exists`, 'already_exists');
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
    expiresAt: input.expiresAt ?? undefined,
  };
  await writeItem(ctx.db, { put: apiTokenEntity.encode(record, 1), condition: ifAbsent });
  const { userId, username } = user;
  const name = { userId, username, tokenId: record.tokenId, projectId: record.projectId };
  return { record, token: formatApiToken(name, secret) };
}

/** Revokes one of the caller's tokens at once. @throws ServiceError `not-found` for an unknown one. */
export async function deleteApiToken(ctx: UserContext, tokenId: string): Promise<void> {
  const missing = () => notFound(`API token '${tokenId}' of user '${ctx.actor.user.username}' not found`);
  await new Transaction(ctx.db)
    .delete(userKeys.token(ctx.actor.user.userId, tokenId), { expression: 'attribute_exists(pk)' }, missing)
    .commit();
}
