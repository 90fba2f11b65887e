import type { Context } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { ifRevision, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { activeRole } from '../../projects/rules/permissions.ts';
import { getProjects, listMemberships } from '../../projects/store/projects.ts';
import { readCredentials, type UserRecord } from '../store/users.ts';
import { canEnter } from './auth/authenticate.ts';

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
