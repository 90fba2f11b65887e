import { inNetworks } from '#shared/kernel/network-list.ts';
import { httpsSender } from '#shared/notifications/webhooks/https-sender.ts';
import type { WebhookSender } from '#shared/notifications/webhooks/port.ts';
import { isPublicAddress } from '#shared/notifications/webhooks/public-address.ts';
import { runtime } from '../runtime.ts';

let adapter: WebhookSender | undefined;

/** A verb's context with its sender of webhooks: the given one, else HTTPS. */
export function sending<C extends object>(ctx: C): C & { webhooks: WebhookSender } {
  adapter ??= senderWithin();
  return { ...ctx, webhooks: runtime().ports.webhooks ?? adapter };
}

/** The sender reaches the public network, and the addresses that the operator names (rule HOOK-2). */
function senderWithin(): WebhookSender {
  const isNamed = inNetworks(runtime().config.webhookNetworks);
  return httpsSender({ allows: (address) => isPublicAddress(address) || isNamed(address) });
}
