import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import type { PendingAddress } from '../rules/email-address.ts';
import type { EmailRules } from '../rules/email-rules.ts';
import type { NotificationKind } from '../rules/kinds.ts';
import type { Mute } from '../rules/mutes.ts';

/** The address for a user's e-mails, and which of them are sent. */
export interface EmailChoice extends EmailRules {
  /** Confirmed; absent where they are sent none. */
  address?: string | undefined;
  /** The code that confirmed it. */
  confirmedBy?: string | undefined;
  pending?: PendingAddress | undefined;
  /** When codes were asked for, within the last day. */
  codesAt: string[];
}

/** A user's choice of notifications. */
export interface NotificationSettingsRecord {
  userId: string;
  muted: NotificationKind[];
  mutes?: Mute[] | undefined;
  email?: EmailChoice | undefined;
  updatedAt: string;
}

/** Codec of these settings. */
export const notificationSettingsEntity = defineEntity<NotificationSettingsRecord>({
  name: 'notification-settings',
  version: 1,
  keys: ({ userId }) => userKeys.notificationSettings(userId),
});

export async function getNotificationSettings(
  db: Database,
  userId: string,
): Promise<Stored<NotificationSettingsRecord> | undefined> {
  const item = await getItem(db, userKeys.notificationSettings(userId));
  return item && notificationSettingsEntity.decode(item);
}

/** What each of these users wants, by their ids; nothing for one who has chosen nothing. */
export async function notificationSettingsOf(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NotificationSettingsRecord>> {
  const items = await batchGetItems(
    db,
    userIds.map((userId) => userKeys.notificationSettings(userId)),
  );
  const settings = items.flatMap((item) => (item ? [notificationSettingsEntity.decode(item)] : []));
  return new Map(settings.map((record) => [record.userId, record]));
}
