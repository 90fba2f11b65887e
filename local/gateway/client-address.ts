import type { IncomingMessage } from 'node:http';
import type { Network } from '#shared/kernel/config.ts';
import { addressBehind, inNetworks } from '#shared/kernel/network-list.ts';

/** The remote address of a request's connection. */
export const sourceOf = ({ socket }: IncomingMessage): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

/**
 * Returns the client's address behind the configured proxies (rule AUTH-21). It warns once about a proxy that is not
 * configured, since all its clients count as one address.
 */
export function addressReader(
  trustedProxies: readonly Network[],
  onWarning: (text: string) => void,
): (request: IncomingMessage) => string {
  const isTrusted = inNetworks(trustedProxies);
  let hasWarned = false;
  return (request) => {
    const source = sourceOf(request);
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded === undefined) return source;
    if (isTrusted(source)) return addressBehind(source, String(forwarded), isTrusted);
    if (!hasWarned) onWarning(warningOf(source));
    hasWarned = true;
    return source;
  };
}

const warningOf = (source: string): string =>
  `A request came through a reverse proxy at ${source} that TRUSTED_PROXIES does not name. Everybody behind it counts as one ` +
  'address: failed logins of one person may keep others from logging in. ' +
  `If the proxy is yours, start the service with TRUSTED_PROXIES=${source}`;
