import { type Context, nowOf } from '../../context.ts';
import { isAccessDue, noteAgainUntil } from '../../domain/last-access.ts';
import { type MemberRecord, noteLastAccess } from '../../store/projects/projects.ts';

/**
 * Notes that a member is in their project, where that was last noted an hour ago or never (rule PROJ-13). Never fails: when
 * somebody was here last is no reason to refuse them.
 * @returns undefined where there is nothing to write.
 */
export function noteAccess(ctx: Context, member: MemberRecord): Promise<void> | undefined {
  const now = ctx.clock();
  if (!isAccessDue(member.lastAccessedAt, now)) return undefined;
  return noteLastAccess(ctx.db, member, nowOf({ clock: () => now }), noteAgainUntil(now)).catch((error) =>
    ctx.log.warn('last access not noted', {
      requestId: ctx.requestId,
      projectId: member.projectId,
      userId: member.userId,
      reason: String(error),
    }),
  );
}
