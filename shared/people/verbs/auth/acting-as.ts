import type { Context, ProjectContext } from '../../../kernel/context.ts';
import { activeRole, roleAllows } from '../../../projects/rules/permissions.ts';
import { readCredentials } from '../../store/users.ts';

/**
 * A context for acting on an earlier request of a user, with the rights that they have now. `not-an-editor`: they may
 * no longer start runs; `no-project`: it is deleted, and may be restored.
 */
export async function actingAs<C extends Context>(
  ctx: C,
  who: { projectId: string; userId: string; username: string },
): Promise<(C & ProjectContext) | 'not-an-editor' | 'no-project'> {
  const { user, member, project } = await readCredentials(ctx.db, who);
  if (!project || project.deletedAt) return 'no-project';
  const role = activeRole(member);
  if (!user || user.disabled || role === undefined || !roleAllows(role, 'editor')) return 'not-an-editor';
  const { gate, limits, lockScope } = project;
  return { ...ctx, actor: { user, apiToken: undefined }, projectId: who.projectId, role, gate, limits, lockScope };
}
