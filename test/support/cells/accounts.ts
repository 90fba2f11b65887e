import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, queryAll, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { systemKeys, userKeys } from '#shared/kernel/store/keys.ts';
import { listedUserEntity } from '#shared/people/store/users.ts';

/** What a cell needs of accounts: keys, users, credentials and settings, but no identity at a provider and no inbox. */
export async function readAccounts(db: Database): Promise<Item[]> {
  const listed = await queryAll(db, userKeys.allListed());
  const users = listed.map((item) => listedUserEntity.decode(item));
  const of = await Promise.all(
    users.map(async ({ userId, username }) => [
      ...(await batchGetItems(db, [
        ...[userKeys.user(userId), userKeys.username(username), userKeys.notificationSettings(userId)],
      ])),
      ...(await queryAll(db, userKeys.tokens(userId))),
      ...(await queryAll(db, userKeys.sessions(userId))),
    ]),
  );
  const items = [...(await queryAll(db, systemKeys.signingKeys())), ...listed, ...of.flat()];
  return items.flatMap((item) => (item ? [item] : []));
}

/** Writes them as they are, as a consumer of the stream of `home` would. */
export async function writeAccounts(db: Database, items: readonly Item[]): Promise<void> {
  for (const put of items) await writeItem(db, { put });
}
