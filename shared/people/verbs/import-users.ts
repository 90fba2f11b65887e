import type { Context, UserContext } from '../../kernel/context.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { batchGetItems } from '../../kernel/store/dynamodb/database.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { systemEntry } from '../../projects/verbs/audit/entries.ts';
import { readUserCsv, type UserRow } from '../rules/user-csv.ts';
import { createUser, initialPassword } from './create-user.ts';

/** What becomes, or became, of a row. */
export interface ImportedUser {
  row: UserRow;
  status: 'new' | 'created' | 'skipped' | 'failed';
  message: string | undefined;
  /** Shown this once; its user chooses another one before anything else. */
  initialPassword?: string | undefined;
}

/**
 * The preview of an import of a list of users (rule USER-9).
 * @param path where the request has the list.
 * @throws ServiceError `invalid` for an invalid list.
 */
export async function previewUserImport(
  { db }: Pick<Context, 'db'>,
  text: string,
  path = 'body.csv',
): Promise<ImportedUser[]> {
  const read = readUserCsv(text);
  if ('refusal' in read) throw invalid(read.refusal, [{ path, message: read.refusal }]);
  const good = read.rows.filter(({ problem }) => problem === undefined);
  const found = await batchGetItems(
    db,
    good.map(({ username }) => userKeys.username(username)),
  );
  const taken = new Set(good.filter((_, n) => found[n] !== undefined).map(({ username }) => username));
  return read.rows.map((row) => {
    if (row.problem !== undefined) return { row, status: 'failed', message: row.problem };
    if (taken.has(row.username)) return { row, status: 'skipped', message: takenMessage };
    return { row, status: 'new', message: undefined };
  });
}

const takenMessage = 'the username is taken, or was that of a user who was deleted';

/**
 * Registers the users of a list, each with a default project and a password of its own unless the row says otherwise (rule USER-9); a user who cannot
 * be registered is reported, and does not stop the others. Sent again, it skips existing users.
 */
export async function importUsers(ctx: UserContext, text: string, path?: string): Promise<ImportedUser[]> {
  const results: ImportedUser[] = [];
  for (const planned of await previewUserImport(ctx, text, path))
    results.push(planned.status === 'new' ? await register(ctx, planned.row) : planned);
  return results;
}

async function register(ctx: UserContext, row: UserRow): Promise<ImportedUser> {
  const { username, displayName: fullName, organization, systemRole, passwordHash, disabled } = row;
  const password = initialPassword();
  const input = { username, password, fullName, organization, systemRole, disabled };
  const entry = systemEntry(ctx, {
    action: 'register-user',
    resource: `user:${username}`,
    ...((systemRole === 'admin' || disabled) && {
      details: { ...(systemRole === 'admin' && { system_role: systemRole }), ...(disabled && { disabled }) },
    }),
  });
  try {
    // A user of another service brings their password, and their projects follow.
    const isNew = passwordHash === undefined;
    const mustChangePassword = isNew || row.mustChangePassword;
    await createUser(
      ctx,
      { ...input, passwordHash, createDefaultProject: isNew && !disabled, mustChangePassword },
      entry,
    );
    return { row, status: 'created', message: undefined, ...(isNew && { initialPassword: password }) };
  } catch (error) {
    // Another request has registered them since.
    if (!(error instanceof ServiceError && error.kind === 'conflict')) throw error;
    return { row, status: 'skipped', message: takenMessage };
  }
}
