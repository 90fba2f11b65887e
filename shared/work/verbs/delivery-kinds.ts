import { type Context, nowOf } from '../../kernel/context.ts';
import { mostInEmail } from '../../notifications/rules/email-rules.ts';
import { listDueMessages, type MessageName } from '../../notifications/store/chat.ts';
import { type EmailName, listDueEmails } from '../../notifications/store/emails.ts';
import { type DeliveryName, listDue } from '../../notifications/store/webhooks.ts';
import { type Chatting, deliverMessages } from '../../notifications/verbs/chat/deliver-messages.ts';
import { type Mailing, sendDueEmails } from '../../notifications/verbs/emails/send-due-emails.ts';
import { deliverDue } from '../../notifications/verbs/webhooks/deliver.ts';
import type { Sending } from '../../notifications/verbs/webhooks/webhooks.ts';
import { type WorkKind, type WorkKinds, workKind } from './work-kind.ts';

/** A context that reaches webhooks and chats; people by e-mail where the service has a sender. */
export type Delivering = Chatting<Sending<Context>>;

/** Deliveries of one message: a receiver that takes a fifth of a second gets as many within one look. */
const most = 200;

const tenantOf = ({ projectId }: { projectId: string }): string => projectId;

/** What is due to webhooks and chats of projects. */
export const deliveryKinds: WorkKinds<Delivering> = {
  webhooks: workKind<Delivering, DeliveryName>({
    async *due(ctx) {
      yield await listDue(ctx.db, nowOf(ctx));
    },
    tenantOf,
    ownerOf: ({ projectId, webhookId }) => JSON.stringify([projectId, webhookId]),
    most,
    carryOut: async (ctx, due, until) => ({ ...(await deliverDue(ctx, due, until)) }),
  }),
  chats: workKind<Delivering, MessageName>({
    async *due(ctx) {
      yield await listDueMessages(ctx.db, nowOf(ctx));
    },
    tenantOf,
    most,
    carryOut: async (ctx, due, until) => ({ ...(await deliverMessages(ctx, due, until)) }),
  }),
};

/** What is due to people by e-mail. */
export const emailKind: WorkKind<Mailing<Context>> = workKind<Mailing<Context>, EmailName>({
  async *due(ctx) {
    yield await listDueEmails(ctx.db, nowOf(ctx));
  },
  tenantOf: ({ userId }) => userId,
  most: mostInEmail,
  carryOut: async (ctx, due, until) => ({ ...(await sendDueEmails(ctx, due, until)) }),
});
