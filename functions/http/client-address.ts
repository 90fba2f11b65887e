import { isIP } from 'node:net';
import type { Config } from '#shared/config.ts';
import { inNetworks } from '#shared/network-list.ts';
import { fromDistribution } from './distribution.ts';
import { type Event, headerOf } from './state.ts';

/**
 * The caller's address, for the login limiter (rule AUTH-21). The distribution's word for it is believed only beside its
 * secret header, and `X-Forwarded-For` only from proxies that the deployment names, since anybody can send either.
 */
export function clientAddressOf(event: Event, config: Pick<Config, 'originSecrets' | 'trustedProxies'>): string {
  const viewer = headerOf(event, 'x-viewer-address');
  if (viewer && fromDistribution(event, config)) return viewer;
  const { sourceIp } = event.requestContext.http;
  if (config.trustedProxies.length === 0) return sourceIp;
  return beforeProxies(sourceIp, headerOf(event, 'x-forwarded-for') ?? '', inNetworks(config.trustedProxies));
}

/** The last address of the chain that is no trusted proxy's; what stands before it, its sender may have made up. */
function beforeProxies(sourceIp: string, forwarded: string, isTrusted: (address: string) => boolean): string {
  const chain = forwarded.split(',').map((entry) => entry.trim());
  // The gateway has added whom it speaks with.
  if (chain.at(-1) === sourceIp) chain.pop();
  let address = sourceIp;
  while (isTrusted(address)) {
    const before = chain.pop() ?? '';
    if (isIP(before) === 0) return address;
    address = before;
  }
  return address;
}
