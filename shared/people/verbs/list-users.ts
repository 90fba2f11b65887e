import type { Context } from '../../kernel/context.ts';
import { folded } from '../../kernel/rules/folded.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { getUsers, type ListedUserRecord, listedUserEntity, type UserRecord } from '../store/users.ts';

/** Which users are wanted. */
export interface UserFilter {
  /** A part of the username, the name or the organization, ignoring case. */
  search?: string | undefined;
  disabled?: boolean | undefined;
  systemRole?: UserRecord['systemRole'] | undefined;
}

/** Users by name (rule USER-1). */
export async function listUsers(
  { db }: Pick<Context, 'db'>,
  filter: UserFilter,
  request: PageRequest,
): Promise<Page<UserRecord>> {
  const { decode } = listedUserEntity;
  const page = await readPage<ListedUserRecord>(db, userKeys.allListed(), request, {
    decode,
    keep: (user) => isWanted(user, filter),
  });
  const users = await getUsers(
    db,
    page.records.map(({ userId }) => userId),
    { consistent: true },
  );
  // Who was deleted between the two reads is left out.
  const records = page.records.flatMap(({ userId }) => users.get(userId) ?? []);
  return { ...page, records };
}

function isWanted(user: ListedUserRecord, { search, disabled, systemRole }: UserFilter): boolean {
  const part = folded(search ?? '');
  const texts = [user.username, user.fullName ?? '', user.organization ?? ''];
  return (
    texts.some((text) => folded(text).includes(part)) &&
    (disabled === undefined || user.disabled === disabled) &&
    (systemRole === undefined || user.systemRole === systemRole)
  );
}
