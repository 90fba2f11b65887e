import type { Config } from '#shared/kernel/config.ts';
import { addressBehind, inNetworks } from '#shared/kernel/network-list.ts';
import { fromDistribution } from './distribution.ts';
import { type Event, headerOf } from './state.ts';

/**
 * The caller's address, for the login limiter (rule AUTH-21). The distribution's address header is trusted only with
 * its secret header, and `X-Forwarded-For` only from proxies that the deployment names, since any client can send
 * either.
 */
export function clientAddressOf(event: Event, config: Pick<Config, 'originSecrets' | 'trustedProxies'>): string {
  const viewer = headerOf(event, 'x-viewer-address');
  if (viewer && fromDistribution(event, config)) return viewer;
  const { sourceIp } = event.requestContext.http;
  if (config.trustedProxies.length === 0) return sourceIp;
  return addressBehind(sourceIp, headerOf(event, 'x-forwarded-for') ?? '', inNetworks(config.trustedProxies));
}
