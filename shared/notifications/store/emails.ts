import { defineEntity, type Item } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryPages } from '../../kernel/store/dynamodb/database.ts';
import { emailKeys } from '../../kernel/store/keys.ts';
import { emailDays } from '../rules/email-rules.ts';

/** Which e-mail of a user: of which event, by its time and id. */
export interface EmailName {
  userId: string;
  at: string;
  id: string;
}

/** A notification on its way to its user by e-mail, by the name of the notification; or the code of an address. */
export interface EmailRecord extends EmailName {
  purpose: 'notification' | 'confirmation';
  status: 'pending' | 'sent' | 'dropped' | 'dead';
  attempts: number;
  /** When it is tried next; its place among those that are due. */
  nextAt?: string | undefined;
  lastError?: string | undefined;
  sentAt?: string | undefined;
}

/** Codec of these. */
export const emailEntity = defineEntity<EmailRecord>({
  name: 'email',
  version: 1,
  keys: ({ userId, at, id, nextAt }) => ({
    ...emailKeys.email(userId, at, id),
    ...(nextAt === undefined ? {} : { gsi2pk: emailKeys.due, gsi2sk: `${nextAt}#${userId}#${id}` }),
  }),
  slim: ({ userId, at, id }) => ({ userId, at, id }),
  expiresAt: ({ at }) => Math.ceil(Date.parse(at) / 1000) + emailDays * 86_400,
});

/** One that has not been tried. */
export const newEmail = ({ userId, at, id }: EmailName, purpose: EmailRecord['purpose'], nextAt: string): Item =>
  emailEntity.encode({ userId, at, id, purpose, status: 'pending', attempts: 0, nextAt }, 1);

/** Most that one look reads; the list begins with the oldest. */
const mostDue = 10_000;

/** Those that are to be sent by an instant, the longest due first. */
export async function listDueEmails(db: Database, now: string): Promise<EmailName[]> {
  const due: EmailName[] = [];
  for await (const page of queryPages(db, { index: 'gsi2', pk: emailKeys.due, through: `${now}#~` })) {
    due.push(...page.map(({ slim }) => slim as unknown as EmailName));
    if (due.length >= mostDue) break;
  }
  return due;
}
