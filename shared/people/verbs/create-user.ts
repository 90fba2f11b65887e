import { randomInt, randomUUID } from 'node:crypto';
import { type Context, nowOf, type UserContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { systemEntry } from '../../projects/verbs/audit/entries.ts';
import { addProjectWrites, newProject } from '../../projects/verbs/new-project.ts';
import { addForeignHash } from '../store/foreign-hashes.ts';
import { identityEntity } from '../store/sign-ins.ts';
import { type Identity, listedUser, type UserRecord, userEntity, usernameEntity } from '../store/users.ts';
import { hashPassword } from './auth/passwords.ts';
import { refuseWeakPassword } from './auth/refuse-weak-password.ts';

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of eighteen characters, more than a hundred bits, for its user to replace (rule AUTH-25). */
export const initialPassword = (): string =>
  Array.from({ length: 18 }, () => alphabet[randomInt(alphabet.length)]).join('');

export interface NewUser {
  username: string;
  password: string;
  /** Of another service, in place of the hash of the password (rule AUTH-43). */
  passwordHash?: string | undefined;
  fullName?: string | null | undefined;
  organization?: string | null | undefined;
  avatarKey?: string | null | undefined;
  createDefaultProject: boolean;
  mustChangePassword: boolean;
  disabled?: boolean | undefined;
  systemRole?: UserRecord['systemRole'] | undefined;
  /** The identity by which they sign in at the provider, linked from the start. */
  identity?: Identity | undefined;
}

/**
 * Creates a user with the given password, or with a generated one, which is answered this once. Either has to be
 * replaced by the user (rule AUTH-25).
 * @throws ServiceError as `createUser`; `invalid` for a weak password.
 */
export async function registerUser(
  ctx: UserContext,
  { password: given, ...input }: Omit<NewUser, 'password' | 'mustChangePassword'> & { password: string | undefined },
): Promise<{ user: UserRecord; generatedPassword: string | undefined }> {
  if (given !== undefined) await refuseWeakPassword(given, input.username, 'body.password');
  const password = given ?? initialPassword();
  const entry = systemEntry(ctx, { action: 'register-user', resource: `user:${input.username}` });
  const user = await createUser(ctx, { ...input, password, mustChangePassword: true }, entry);
  return { user, generatedPassword: given === undefined ? password : undefined };
}

/**
 * Creates a user and, unless told otherwise, their default project, in one transaction (rule PROJ-8). The user named by
 * `SERVICE_ADMIN_USERNAME` is the system administrator.
 * @param entry of the audit, written with them.
 * @throws ServiceError `conflict` when the name is taken; `StaleReadError` when the identity was linked to a user
 * meanwhile.
 */
export async function createUser(ctx: Context, input: NewUser, entry?: Item): Promise<UserRecord> {
  const now = nowOf(ctx);
  const userId = `usr_${randomUUID().replaceAll('-', '')}`;
  const project = input.createDefaultProject
    ? newProject({ userId, username: input.username }, { name: `${input.username}'s project`, tags: [] }, now)
    : undefined;
  const user: UserRecord = {
    userId,
    username: input.username,
    passwordHash: input.passwordHash ?? (await hashPassword(input.password)),
    fullName: input.fullName ?? undefined,
    organization: input.organization ?? undefined,
    avatarKey: input.avatarKey ?? undefined,
    ...(input.disabled ? { disabled: true, disabledAt: now } : { disabled: false }),
    systemRole: input.username === ctx.config.adminUsername ? 'admin' : (input.systemRole ?? 'user'),
    defaultProjectId: project?.projectId,
    mustChangePassword: input.mustChangePassword,
    tokenVersion: 1,
    identity: input.identity,
    createdAt: now,
    updatedAt: now,
  };
  const taken = (existing: Item | undefined) =>
    conflict(
      existing && usernameEntity.decode(existing).deletedAt !== undefined
        ? `Username '${input.username}' was that of a user who was deleted, and is kept on what they wrote`
        : `Username '${input.username}' is already registered`,
      'already_exists',
    );
  const transaction = new Transaction(ctx.db)
    .put(usernameEntity.encode({ username: input.username, userId }, 1), ifAbsent, taken)
    .put(userEntity.encode(user, 1), ifAbsent)
    .put(listedUser(user, 1));
  addForeignHash(transaction, user);
  if (project) addProjectWrites(transaction, project);
  if (input.identity)
    transaction.put(identityEntity.encode({ ...input.identity, userId, createdAt: now }, 1), ifAbsent, staleRead);
  if (entry) transaction.put(entry);
  await transaction.commit();
  return user;
}
