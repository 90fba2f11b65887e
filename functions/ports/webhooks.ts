import { httpsSender } from '#shared/webhooks/https-sender.ts';
import type { WebhookSender } from '#shared/webhooks/port.ts';
import { runtime } from '../runtime.ts';

let adapter: WebhookSender | undefined;

/** A verb's context with what reaches receivers: what was handed in, else HTTPS. */
export function sending<C extends object>(ctx: C): C & { webhooks: WebhookSender } {
  adapter ??= httpsSender();
  return { ...ctx, webhooks: runtime().ports.webhooks ?? adapter };
}
