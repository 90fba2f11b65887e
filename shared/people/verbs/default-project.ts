import { type Context, nowOf, type UserContext } from '../../kernel/context.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision, writeItem } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { activeRole } from '../../projects/rules/permissions.ts';
import { getProject, getProjects, listMemberships } from '../../projects/store/projects.ts';
import { systemEntry } from '../../projects/verbs/audit/entries.ts';
import { requireRoomOfOwner } from '../../projects/verbs/membership-bounds.ts';
import { addProjectWrites, newProject } from '../../projects/verbs/new-project.ts';
import { readCredentials, type UserRecord } from '../store/users.ts';
import { addAdministratorCheck, requireAdministrator, userNamed } from './administration.ts';
import { canEnter } from './auth/authenticate.ts';
import { updateUser } from './update-user.ts';

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

/**
 * The user with a default project that they can enter: another one of theirs where the present one is deleted or no longer
 * theirs, what they own first (rule USER-8). It is not replaced if it may be in another cell (rule CELL-3). Losing a race
 * against another change of them loses nothing.
 */
export async function withUsableDefault(ctx: Context, user: Stored<UserRecord>): Promise<Stored<UserRecord>> {
  const { defaultProjectId } = user;
  if (defaultProjectId === undefined || ctx.config.cell !== '') return user;
  if (canEnter(await readCredentials(ctx.db, { ...user, projectId: defaultProjectId }))) return user;
  const mine = (await listMemberships(ctx.db, user.userId)).filter((member) => activeRole(member) !== undefined);
  const open = new Set(
    (
      await getProjects(
        ctx.db,
        mine.map(({ projectId }) => projectId),
      )
    )
      .filter(({ deletedAt }) => !deletedAt)
      .map(({ projectId }) => projectId),
  );
  const [next] = mine
    .filter(({ projectId }) => open.has(projectId))
    .sort((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner') || (a.createdAt < b.createdAt ? -1 : 1));
  const set = { defaultProjectId: next?.projectId };
  const { ok } = await writeItem(ctx.db, {
    update: userKeys.user(user.userId),
    with: revise(set),
    condition: ifRevision(user.rev),
  });
  return ok ? { ...user, ...set, rev: user.rev + 1 } : user;
}
