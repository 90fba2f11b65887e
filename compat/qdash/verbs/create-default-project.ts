import { nowOf, type UserContext } from '#shared/kernel/context.ts';
import { conflict, invalid } from '#shared/kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '#shared/kernel/store/dynamodb/conflict.ts';
import type { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import type { UserRecord } from '#shared/people/store/users.ts';
import { addAdministratorCheck, requireAdministrator, userNamed } from '#shared/people/verbs/administration.ts';
import { updateUser } from '#shared/people/verbs/update-user.ts';
import { getProject } from '#shared/projects/store/projects.ts';
import { systemEntry } from '#shared/projects/verbs/audit/entries.ts';
import { requireRoomOfOwner } from '#shared/projects/verbs/membership-bounds.ts';
import { addProjectWrites, newProject } from '#shared/projects/verbs/new-project.ts';

/**
 * Makes a default project for a user who has none, or whose was deleted (rule PROJ-8).
 * @throws ServiceError `not-found`; `invalid` for a disabled user; `conflict` for a user who has one, and if they use
 * its name already.
 */
export async function createProjectFor(ctx: UserContext, username: string): Promise<UserRecord> {
  return retryOnConflict(orRefuse(`User '${username}'`), async () => {
    const user = await userNamed(ctx, username);
    const isOwn = user.userId === ctx.actor.user.userId;
    if (isOwn) requireAdministrator(user);
    if (user.disabled) throw invalid(`User '${username}' is disabled`);
    const current = user.defaultProjectId === undefined ? undefined : await getProject(ctx.db, user.defaultProjectId);
    if (current && !current.deletedAt)
      throw conflict(`User '${username}' has the default project '${current.projectId}'`, 'already_exists');
    await requireRoomOfOwner(ctx, user);
    const project = newProject(user, { name: `${username}'s project`, tags: [] }, nowOf(ctx));
    const add = (transaction: Transaction) => {
      if (!isOwn) addAdministratorCheck(transaction, ctx);
      addProjectWrites(transaction, project);
      const details = { changed: ['default_project_id'] };
      transaction.put(systemEntry(ctx, { action: 'update-user', resource: `user:${username}`, details }));
    };
    return updateUser(ctx, user, { defaultProjectId: project.projectId }, add, staleRead);
  });
}
