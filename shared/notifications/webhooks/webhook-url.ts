import { isIP } from 'node:net';
import { isVisible, visibleRule } from '../../kernel/rules/ids.ts';

/** Endings of names that exist only in private networks (RFC 6761, 6762, 8375, and ICANN's for private use). */
const privateEndings = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'intranet', 'onion'];

/** Longest address. */
export const webhookUrlLimit = 2000;

/** The host of an address: a name without its last dot, or an IP address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** Why an address is not acceptable for a webhook, whatever its name resolves to (rule HOOK-1); undefined if it is. */
export function urlProblem(text: string): string | undefined {
  if (text.length > webhookUrlLimit) return `has more than ${webhookUrlLimit} characters`;
  if (!isVisible(text)) return visibleRule;
  // The parser writes disguised addresses (decimal, octal, fullwidth digits) plainly.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'is not a URL';
  if (url.protocol !== 'https:') return "must begin with 'https://'";
  if (url.username !== '' || url.password !== '') return 'may not hold a name or a password';
  if (url.port !== '' && Number(url.port) < 1024) return 'may have the port 443, or one from 1024 on';
  const host = hostOf(url);
  if (isIP(host)) return undefined;
  const isPrivate =
    !host.includes('.') || privateEndings.some((ending) => host === ending || host.endsWith(`.${ending}`));
  return isPrivate ? `names the host '${host}', which the public network does not know` : undefined;
}
