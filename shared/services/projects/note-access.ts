import { type Context, nowOf } from '../../context.ts';
import { isAccessDue, noteAgainUntil } from '../../domain/last-access.ts';
import { type MemberRecord, noteLastAccess } from '../../store/projects/projects.ts';

/**
 * Notes that a member is in their project, where that was last noted an hour ago or never (rule PROJ-13). Never fails: when
 * somebody was here last is no reason to refuse them.
 * @returns what is under way, nothing where there is nothing to write.
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
