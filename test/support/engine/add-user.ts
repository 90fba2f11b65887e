import { type Context, nowOf } from '#shared/kernel/context.ts';
import { ifAbsent } from '#shared/kernel/store/dynamodb/database.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { listedUser, type UserRecord, userEntity, usernameEntity } from '#shared/people/store/users.ts';
import { addProjectWrites, newProject } from '#shared/projects/verbs/new-project.ts';

/**
 * Adds a user with a default project as a registration does, but with a hash of a password that is there already:
 * making one takes longer than most tests.
 */
export async function addUser(
  ctx: Context,
  { userId, username, passwordHash }: Pick<UserRecord, 'userId' | 'username' | 'passwordHash'>,
): Promise<UserRecord> {
  const createdAt = nowOf(ctx);
  const project = newProject({ userId, username }, { name: `${username}'s project`, tags: [] }, createdAt);
  const user: UserRecord = {
    userId,
    username,
    passwordHash,
    disabled: false,
    systemRole: 'user',
    defaultProjectId: project.projectId,
    mustChangePassword: false,
    tokenVersion: 1,
    createdAt,
    updatedAt: createdAt,
  };
  const transaction = new Transaction(ctx.db)
    .put(usernameEntity.encode({ username, userId }, 1), ifAbsent)
    .put(userEntity.encode(user, 1), ifAbsent)
    .put(listedUser(user, 1));
  addProjectWrites(transaction, project);
  await transaction.commit();
  return user;
}
