import { v7 as uuidV7 } from 'uuid';
import { type Context, nowOf, type UserContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { ifAbsent, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { systemEntry } from '../../projects/verbs/audit/entries.ts';
import { type SessionRecord, sessionEntity } from '../store/sessions.ts';
import type { UserRecord } from '../store/users.ts';
import { addAdministratorCheck } from './administration.ts';
import { type IssuedToken, issueAccessToken } from './auth/access-token.ts';

/** The origin of a sign-in. */
export interface SignInFrom {
  address: string;
  userAgent?: string | undefined;
  /** At the sign-in provider. */
  byProvider?: boolean | undefined;
}

/** Longest name of a program that is kept of its own word for itself. */
const userAgentLength = 200;

/** Begins a session of a user: makes its token, and the row by which it is seen and ended (rule USER-7). */
export async function beginSession(ctx: Context, user: UserRecord, from: SignInFrom): Promise<IssuedToken> {
  const sessionId = uuidV7({ msecs: ctx.clock().getTime() });
  const issued = await issueAccessToken(ctx, user, sessionId);
  const session: SessionRecord = {
    userId: user.userId,
    sessionId,
    tokenVersion: user.tokenVersion,
    createdAt: nowOf(ctx),
    expiresAt: issued.expiresAt,
    address: from.address,
    userAgent: from.userAgent?.slice(0, userAgentLength).toWellFormed(),
    byProvider: from.byProvider,
  };
  await writeItem(ctx.db, { put: sessionEntity.encode(session, 1), condition: ifAbsent });
  return issued;
}

/** The sessions of a user that have not ended, the newest first. */
export function listSessions(
  ctx: Context,
  { userId, tokenVersion }: UserRecord,
  request: PageRequest,
): Promise<Page<SessionRecord>> {
  const now = nowOf(ctx);
  return readPage<SessionRecord>(ctx.db, userKeys.sessions(userId), request, {
    decode: sessionEntity.decode,
    keep: (session) => session.tokenVersion === tokenVersion && session.expiresAt > now,
  });
}

/**
 * Ends a session of the caller's, or, by an administrator, of another user's: its token is refused from the next
 * request on.
 * @throws ServiceError `not-found` for a missing session.
 */
export async function endSession(ctx: UserContext, of: UserRecord, sessionId: string): Promise<void> {
  const { userId, username } = of;
  const missing = () => notFound(`Session '${sessionId}' of user '${username}' not found`);
  const resource = `session:${sessionId}`;
  const transaction = new Transaction(ctx.db)
    .delete(userKeys.session(userId, sessionId), { expression: 'attribute_exists(pk)' }, missing)
    .put(systemEntry(ctx, { action: 'end-session', resource, details: { username } }));
  if (userId !== ctx.actor.user.userId) addAdministratorCheck(transaction, ctx);
  await transaction.commit();
}
