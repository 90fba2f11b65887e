import { createHash } from 'node:crypto';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Item, Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, chunk } from '../../../kernel/store/dynamodb/database.ts';
import { emailKeys, userKeys } from '../../../kernel/store/keys.ts';
import { type UserRecord, userEntity } from '../../../people/store/users.ts';
import { isDue } from '../../../work/rules/outbox.ts';
import { claim, outboxWork, settle } from '../../../work/verbs/kinds/outbox.ts';
import type { EmailOutcome, EmailSender } from '../../email/port.ts';
import { mostInEmail, quietUntil } from '../../rules/email-rules.ts';
import { confirmationOf, type EmailText, emailOf } from '../../rules/email-text.ts';
import { isMuted } from '../../rules/mutes.ts';
import { type EmailName, type EmailRecord, emailEntity } from '../../store/emails.ts';
import { type NotificationRecord, notificationEntity } from '../../store/notifications.ts';
import { type NotificationSettingsRecord, notificationSettingsEntity } from '../../store/settings.ts';
import { type ShownNotification, withoutDeleted } from '../deleted-sources.ts';
import { visibleTo } from '../inbox.ts';

/** A context that sends e-mails. */
export type Mailing<C> = C & { email: EmailSender };

/** E-mails to people (rules MAIL-2 to MAIL-4): what is due to one of them goes together. */
export const emailWork = outboxWork<Mailing<Context>, EmailName>({
  item: 'e-mail',
  due: emailKeys.due,
  receiverOf: ({ userId }) => ({ entity: userId }),
  ...{ width: 8, most: mostInEmail, together: mostInEmail, counts: ['mailed', 'notMailed', 'failedMails'] },
  attempt: async (ctx, names) => (await sendTo(ctx, names)).map((outcome) => ({ isTaken: 'taken' in outcome })),
});

/** A due e-mail, and its subject; nothing if that is gone. */
interface Due {
  record: Stored<EmailRecord>;
  notification: ShownNotification | undefined;
}

/** The recipient, and their choice. */
interface Person {
  user: UserRecord | undefined;
  settings: NotificationSettingsRecord | undefined;
  sees: (notification: NotificationRecord) => boolean;
}

/** Sends one person what is due to them: their events in one message, and each code in its own. */
async function sendTo(ctx: Mailing<Context>, names: readonly [EmailName, ...EmailName[]]): Promise<EmailOutcome[]> {
  const { person, due } = await read(ctx, names);
  const outcomes: EmailOutcome[] = [];
  const events: { record: Stored<EmailRecord>; notification: NotificationRecord }[] = [];
  for (const { record, notification } of due) {
    if (record.purpose === 'confirmation') outcomes.push(...(await sendCode(ctx, person, record)));
    else if (await isToGo(ctx, person, record, notification)) {
      const claimed = await claim(ctx, emailEntity, record);
      if (claimed && notification) events.push({ record: claimed, notification });
    }
  }
  const address = person.settings?.email?.address;
  const [first, ...others] = events;
  if (!first || address === undefined) return outcomes;
  const text = emailOf([first.notification, ...others.map(({ notification }) => notification)], ctx.config.publicUrl);
  outcomes.push(await send(ctx, address, text, [first.record, ...others.map(({ record }) => record)]));
  return outcomes;
}

async function read(
  ctx: Context,
  names: readonly [EmailName, ...EmailName[]],
): Promise<{ person: Person; due: Due[] }> {
  const { userId } = names[0];
  const [sees, [userItem, settingsItem, ...items]] = await Promise.all([
    visibleTo(ctx.db, userId),
    batchGetItems(ctx.db, [
      userKeys.user(userId),
      userKeys.notificationSettings(userId),
      ...names.flatMap(({ at, id }) => [emailKeys.email(userId, at, id), userKeys.notification(userId, at, id)]),
    ]),
  ]);
  const now = nowOf(ctx);
  return {
    person: {
      user: userItem && userEntity.decode(userItem),
      settings: settingsItem && notificationSettingsEntity.decode(settingsItem),
      sees,
    },
    due: (await dueIn(ctx.db, items)).filter(({ record }) => isDue(record, now)),
  };
}

/** E-mails, each before its notification, as they were read. */
async function dueIn(db: Context['db'], items: readonly (Item | undefined)[]): Promise<Due[]> {
  const pairs = chunk(items, 2);
  const told = pairs.flatMap(([email, notification]) =>
    email && notification ? [notificationEntity.decode(notification)] : [],
  );
  const shown = new Map((await withoutDeleted(db, told)).map((one) => [one.id, one]));
  return pairs.flatMap(([email]) => {
    const record = email && emailEntity.decode(email);
    return record ? [{ record, notification: shown.get(record.id) }] : [];
  });
}

/** Whether an event is to be sent now. One that is not any more is dropped, one of quiet hours waits for their end. */
async function isToGo(
  ctx: Context,
  { user, settings, sees }: Person,
  record: Stored<EmailRecord>,
  notification: ShownNotification | undefined,
): Promise<boolean> {
  const email = settings?.email;
  const isWanted =
    email?.address !== undefined &&
    user?.disabled === false &&
    notification !== undefined &&
    notification.readAt === undefined &&
    !notification.sourceDeleted &&
    email.kinds.includes(notification.kind) &&
    !isMuted(settings ?? { muted: [] }, notification) &&
    sees(notification);
  if (!isWanted) {
    await settle(ctx, emailEntity, record, { ended: 'dropped' });
    return false;
  }
  const quiet = email.digestAt === undefined ? quietUntil(email, ctx.clock()) : undefined;
  if (quiet) await settle(ctx, emailEntity, record, { waitsUntil: quiet.toISOString() });
  return quiet === undefined;
}

/** The code goes to the address that is to be confirmed by it, as long as it is that one. */
async function sendCode(
  ctx: Mailing<Context>,
  { user, settings }: Person,
  record: Stored<EmailRecord>,
): Promise<EmailOutcome[]> {
  const pending = settings?.email?.pending;
  if (!user || user.disabled || pending?.code !== record.id) {
    await settle(ctx, emailEntity, record, { ended: 'dropped' });
    return [];
  }
  const claimed = await claim(ctx, emailEntity, record);
  if (!claimed) return [];
  return [
    await send(ctx, pending.address, confirmationOf(pending.code, user.username, ctx.config.publicUrl), [claimed]),
  ];
}

async function send(
  ctx: Mailing<Context>,
  to: string,
  text: EmailText,
  records: readonly Stored<EmailRecord>[],
): Promise<EmailOutcome> {
  const outcome = await ctx.email.send({ id: messageIdOf(records), to, ...text });
  for (const record of records)
    if ('taken' in outcome) await settle(ctx, emailEntity, record, { ended: 'sent' }, { sentAt: nowOf(ctx) });
    else await settle(ctx, emailEntity, record, { refused: outcome.error });
  if ('error' in outcome) ctx.log.warn('e-mail not taken', { reason: outcome.error });
  return outcome;
}

/** Follows from recipient and contents, and names neither. */
const messageIdOf = (records: readonly EmailRecord[]): string =>
  createHash('sha256')
    .update(JSON.stringify(records.map(({ userId, at, id }) => [userId, at, id])))
    .digest('hex')
    .slice(0, 32);
