import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { emailKeys } from '../../kernel/store/keys.ts';
import { type Outgoing, untried } from '../../work/rules/outbox.ts';
import { outboxEntity } from '../../work/store/outbox.ts';

/** Which e-mail of a user: of which event, by its time and id. */
export interface EmailName {
  userId: string;
  at: string;
  id: string;
}

/** A notification on its way to its user by e-mail, by the name of the notification; or the code of an address. */
export interface EmailRecord extends EmailName, Outgoing {
  purpose: 'notification' | 'confirmation';
  status: 'pending' | 'sent' | 'dropped' | 'dead';
  sentAt?: string | undefined;
}

/** Codec of these. */
export const emailEntity = outboxEntity<EmailRecord, EmailName>({
  name: 'email',
  due: emailKeys.due,
  key: ({ userId, at, id }) => emailKeys.email(userId, at, id),
  nameOf: ({ userId, at, id }) => ({ userId, at, id }),
  idOf: ({ userId, id }) => `${userId}#${id}`,
});

/** One that has not been tried. */
export const newEmail = ({ userId, at, id }: EmailName, purpose: EmailRecord['purpose'], nextAt: string): Item =>
  emailEntity.encode({ userId, at, id, purpose, ...untried(nextAt) }, 1);
