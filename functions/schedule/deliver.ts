import { randomUUID } from 'node:crypto';
import { deliverMessages, type Posted } from '#shared/services/chat/deliver-messages.ts';
import { type Mailed, sendDueEmails } from '#shared/services/emails/send-due-emails.ts';
import { type Delivered, deliverDue } from '#shared/services/webhooks/deliver.ts';
import { chatting } from '../ports/chat.ts';
import { emailSender } from '../ports/email.ts';
import { sending } from '../ports/webhooks.ts';
import { contextOf, runtime } from '../runtime.ts';

/**
 * Every minute: sends what is due to the webhooks and the chats of projects (rules HOOK-6 and CHAT-3), and to people by e-mail
 * (rule MAIL-2).
 */
export async function handler(): Promise<Delivered & Mailed & Posted> {
  const ctx = chatting(sending(contextOf(runtime(), randomUUID())));
  const [delivered, mailed, posted] = await Promise.all([deliverDue(ctx), sendEmails(ctx), deliverMessages(ctx)]);
  const result = { ...delivered, ...mailed, ...posted };
  // Usually nothing is due; logging that would add a line every minute.
  if (Object.values(result).some((count) => count > 0)) ctx.log.info('deliveries', { ...result });
  const failed = result.failed + result.failedMails + result.failedPosts;
  if (failed > 0) throw new Error(`${failed} deliveries failed; see the log`);
  return result;
}

function sendEmails(ctx: ReturnType<typeof contextOf>): Promise<Mailed> | Mailed {
  const email = emailSender();
  return email ? sendDueEmails({ ...ctx, email }) : { mailed: 0, notMailed: 0, failedMails: 0 };
}
