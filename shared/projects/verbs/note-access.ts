import { type Context, nowOf } from '../../kernel/context.ts';
import { isAccessDue, noteAgainUntil } from '../rules/last-access.ts';
import { type MemberRecord, noteLastAccess } from '../store/projects.ts';

/**
 * Records that a member is in their project, if the last record is an hour old or missing (rule PROJ-13). Never fails:
 * the time of an access is not a reason to refuse the request.
 * @returns the pending write, empty if there is nothing to write.
 */
export function noteAccess(ctx: Context, member: MemberRecord): Promise<unknown>[] {
  const now = ctx.clock();
  if (!isAccessDue(member.lastAccessedAt, now)) return [];
  const noted = noteLastAccess(ctx.db, member, nowOf({ clock: () => now }), noteAgainUntil(now)).catch((error) =>
    ctx.log.warn('last access not noted', {
      requestId: ctx.requestId,
      projectId: member.projectId,
      userId: member.userId,
      reason: String(error),
    }),
  );
  return [noted];
}
