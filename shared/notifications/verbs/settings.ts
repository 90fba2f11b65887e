import { randomBytes } from 'node:crypto';
import { nowOf, type UserContext } from '../../kernel/context.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { codeFrom, codeHours, holds, mostCodes, recentCodes, typedCode } from '../rules/email-address.ts';
import type { EmailRules } from '../rules/email-rules.ts';
import { type NotificationKind, notificationKinds } from '../rules/kinds.ts';
import { type Mute, standingMutes } from '../rules/mutes.ts';
import { newEmail } from '../store/emails.ts';
import {
  type EmailChoice,
  getNotificationSettings,
  type NotificationSettingsRecord,
  notificationSettingsEntity,
} from '../store/settings.ts';

/** A user's mutes. */
export interface Unwanted {
  muted: NotificationKind[];
  mutes: Mute[];
}

/** The caller's mutes (rules NOTIFY-7 and NOTIFY-12). */
export async function readUnwanted(ctx: UserContext): Promise<Unwanted> {
  return unwantedIn(ctx, await getNotificationSettings(ctx.db, ctx.actor.user.userId));
}

const unwantedIn = (ctx: UserContext, record: NotificationSettingsRecord | undefined): Unwanted => ({
  muted: record?.muted ?? [],
  mutes: standingMutes(record?.mutes ?? [], nowOf(ctx)),
});

/** Replaces the caller's mutes; without `mutes` those stay. */
export async function replaceUnwanted(
  ctx: UserContext,
  { muted, mutes }: { muted: readonly NotificationKind[]; mutes?: readonly Mute[] | undefined },
): Promise<Unwanted> {
  const after = await change(ctx, (before) => ({
    ...before,
    muted: notificationKinds.filter((kind) => muted.includes(kind)),
    mutes: standingMutes(mutes ?? before.mutes ?? [], nowOf(ctx)),
  }));
  return unwantedIn(ctx, after);
}

/** Whether e-mails are sent at all, and what the caller is sent by them. */
export interface EmailSettings {
  isConfigured: boolean;
  choice: EmailChoice;
}

/** The default choice of e-mails: everything in the inbox, once the user has an address. */
const firstChoice = ({ config }: UserContext): EmailChoice => ({
  kinds: [...notificationKinds],
  timeZone: config.calendarTimeZone,
  codesAt: [],
});

const emailIn = (ctx: UserContext, record: NotificationSettingsRecord | undefined): EmailSettings => ({
  isConfigured: ctx.config.emailSender !== '',
  choice: record?.email ?? firstChoice(ctx),
});

/** What the caller is sent by e-mail. */
export async function readEmailSettings(ctx: UserContext): Promise<EmailSettings> {
  return emailIn(ctx, await getNotificationSettings(ctx.db, ctx.actor.user.userId));
}

/**
 * Chooses what the caller is sent by e-mail. An address that they have not confirmed is sent a code, and nothing else until then;
 * no address at all ends what is sent (rule MAIL-1).
 * @throws ServiceError `conflict` where the service sends no e-mails, or too many codes were asked for.
 */
export async function replaceEmailSettings(
  ctx: UserContext,
  { address, rules }: { address: string | undefined; rules: EmailRules },
): Promise<EmailSettings> {
  const askedAt = nowOf(ctx);
  const pending = address === undefined ? undefined : { address, code: codeFrom(randomBytes(64)), askedAt };
  const after = await change(ctx, (before) => {
    const standing = before.email ?? firstChoice(ctx);
    if (!pending) return { ...before, email: { ...rules, codesAt: standing.codesAt } };
    if (ctx.config.emailSender === '')
      throw conflict('This service is not configured to send e-mails; ask the operator to set EMAIL_SENDER');
    const codesAt = recentCodes(standing.codesAt, ctx.clock());
    const { address: confirmed, confirmedBy } = standing;
    const kept = { ...rules, address: confirmed, confirmedBy, codesAt };
    if (pending.address === confirmed) return { ...before, email: kept };
    // Sent again, the same choice asks for no other code.
    if (standing.pending?.address === pending.address && holds(standing.pending, ctx.clock()))
      return { ...before, email: { ...kept, pending: standing.pending } };
    if (codesAt.length >= mostCodes)
      throw conflict(
        `User '${ctx.actor.user.username}' has asked for ${mostCodes} codes within ${codeHours} hours, the maximum`,
        'limit_reached',
      );
    return { ...before, email: { ...kept, pending, codesAt: [...codesAt, askedAt] } };
  });
  return emailIn(ctx, after);
}

/**
 * Confirms the address that the caller has entered, by the code that it was sent; again, it stays confirmed.
 * @throws ServiceError `invalid` for another code, or one that no longer holds.
 */
export async function confirmEmailAddress(ctx: UserContext, code: string): Promise<EmailSettings> {
  const after = await change(ctx, (before) => {
    const { pending, ...email } = before.email ?? firstChoice(ctx);
    const typed = typedCode(code);
    if (!pending && email.address !== undefined && email.confirmedBy === typed) return before;
    if (!pending || pending.code !== typed || !holds(pending, ctx.clock()))
      throw invalid('Invalid request: body.code: is not the code that was sent last, or is too old', [
        { path: 'body.code', message: 'is not the code that was sent last, or is too old' },
      ]);
    return { ...before, email: { ...email, address: pending.address, confirmedBy: typed } };
  });
  return emailIn(ctx, after);
}

/** Writes the caller's settings over what was read, and with a new code what sends it. */
async function change(
  ctx: UserContext,
  next: (before: NotificationSettingsRecord) => NotificationSettingsRecord,
): Promise<NotificationSettingsRecord> {
  const { userId } = ctx.actor.user;
  return retryOnConflict(orRefuse('The settings of notifications'), async () => {
    const found = await getNotificationSettings(ctx.db, userId);
    const { rev, ...before }: Stored<NotificationSettingsRecord> = found ?? {
      userId,
      muted: [],
      updatedAt: '',
      rev: 0,
    };
    const after = { ...next(before), updatedAt: nowOf(ctx) };
    const transaction = new Transaction(ctx.db).put(
      notificationSettingsEntity.encode(after, rev + 1),
      rev === 0 ? ifAbsent : ifRevision(rev),
      staleRead,
    );
    const { pending } = after.email ?? {};
    if (pending && pending.code !== before.email?.pending?.code)
      transaction.put(newEmail({ userId, at: pending.askedAt, id: pending.code }, 'confirmation', pending.askedAt));
    await transaction.commit();
    return after;
  });
}
