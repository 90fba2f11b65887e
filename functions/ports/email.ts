import type { EmailSender } from '#shared/notifications/email/port.ts';
import { sesSender } from '#shared/notifications/email/ses.ts';
import { runtime } from '../runtime.ts';

let adapter: EmailSender | undefined;

/** The sender of e-mails: the given one, else Amazon SES; undefined if no sender is configured (rule MAIL-5). */
export function emailSender(): EmailSender | undefined {
  const { config, client, ports } = runtime();
  if (config.emailSender === '') return undefined;
  const { region, credentials } = client.config;
  adapter ??= sesSender({ from: config.emailSender, region, credentials });
  return ports.email ?? adapter;
}
