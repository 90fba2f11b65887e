import type { Context } from '../../kernel/context.ts';
import type { EmailSender } from '../../notifications/email/port.ts';
import type { EmailName } from '../../notifications/store/emails.ts';
import { type Chatting, chatWork } from '../../notifications/verbs/chat/deliver-messages.ts';
import { emailWork } from '../../notifications/verbs/emails/send-due-emails.ts';
import { webhookWork } from '../../notifications/verbs/webhooks/deliver.ts';
import type { Sending } from '../../notifications/verbs/webhooks/webhooks.ts';
import { type WorkKinds, workKind } from './kinds/work-kind.ts';

/** A context that reaches webhooks and chats. */
export type Delivering = Chatting<Sending<Context>>;

/** What is due to webhooks and chats of projects, and to people where the service has a sender of e-mails. */
export const deliveryKinds = (email: EmailSender | undefined): WorkKinds<Delivering> => ({
  webhooks: webhookWork,
  chats: chatWork,
  ...(email && {
    emails: workKind<Delivering, EmailName>({
      ...emailWork,
      isOfPeople: true,
      due: (ctx) => emailWork.due({ ...ctx, email }),
      carryOut: (ctx, due, until) => emailWork.carryOut({ ...ctx, email }, due, until),
    }),
  }),
});
