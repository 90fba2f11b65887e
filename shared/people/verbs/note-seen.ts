import { type Actor, type Context, nowOf } from '../../kernel/context.ts';
import { type Key, userKeys } from '../../kernel/store/keys.ts';
import { isAccessDue, noteAgainUntil } from '../../projects/rules/last-access.ts';
import { noteLastSeen } from '../store/users.ts';

/**
 * Records that a user is active, and by which session or API token, if the last record is an hour old or missing (rule
 * USER-5). Never fails, like the record of an access to a project.
 */
export function noteSeen(ctx: Context, { user, apiToken, session }: Actor): Promise<unknown>[] {
  const { userId } = user;
  const now = ctx.clock();
  const seen: [Key, string | undefined][] = [[userKeys.user(userId), user.lastSeenAt]];
  if (apiToken) seen.push([userKeys.token(userId, apiToken.tokenId), apiToken.lastSeenAt]);
  if (session) seen.push([userKeys.session(userId, session.sessionId), session.lastSeenAt]);
  const at = nowOf({ clock: () => now });
  return seen
    .filter(([, last]) => isAccessDue(last, now))
    .map(([key]) =>
      noteLastSeen(ctx.db, key, at, noteAgainUntil(now)).catch((error) =>
        ctx.log.warn('last seen not noted', { requestId: ctx.requestId, userId, reason: String(error) }),
      ),
    );
}
