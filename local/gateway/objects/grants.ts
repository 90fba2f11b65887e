import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { detailError, type PlainResponse } from '#local/gateway/http-result.ts';

/** Path prefix of objects on one machine. */
const prefix = '/objects/';

/** What an address permits: one method and one object until a time, and further values. */
export interface Grant {
  method: 'GET' | 'PUT';
  key: string;
  /** Epoch seconds. */
  expires: number;
  /** Further values in the address. */
  more: Record<string, string>;
  /** Required content type, sent as a header. */
  contentType: string;
}

/** Issues and verifies gateway addresses that replace a bucket's signed ones. */
export interface Grants {
  /** The path and query for a grant. */
  addressOf(grant: Grant): string;
  /**
   * Returns what a request is granted, or why it is refused; undefined for requests that are not for objects.
   * @param moreNames further values that the address must contain.
   */
  grantOf(
    request: IncomingMessage,
    method: Grant['method'],
    moreNames: readonly string[],
  ): Grant | PlainResponse | undefined;
}

/**
 * Addresses are signed with a secret of this process: they are valid for minutes and not after a restart.
 * @param cell named in addresses, as a bucket's address names its cell (rule CELL-2); empty for the only one.
 */
export function createGrants(clock: () => Date, cell: string): Grants {
  const secret = randomBytes(32);
  const signatureOf = ({ method, key, expires, more, contentType }: Grant): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, key, expires, contentType, Object.entries(more).sort()]))
      .digest('base64url');
  return {
    addressOf: (grant) => {
      const path = grant.key.split('/').map(encodeURIComponent).join('/');
      const signed = { expires: String(grant.expires), ...grant.more, signature: signatureOf(grant) };
      const query = new URLSearchParams(cell === '' ? signed : { cell, ...signed });
      return `${prefix}${path}?${query}`;
    },
    grantOf: (request, method, moreNames) => {
      // Parsed by hand: `//[` is a path here, not another host.
      const [pathname = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
      const query = new URLSearchParams(search);
      // A GET grant includes HEAD.
      const asked = request.method === 'HEAD' ? 'GET' : request.method;
      if (asked !== method || !pathname.startsWith(prefix)) return undefined;
      const key = decodedKey(pathname.slice(prefix.length));
      if (key === undefined) return denied;
      const grant: Grant = {
        method,
        key,
        expires: Number(query.get('expires')),
        more: Object.fromEntries(moreNames.map((name) => [name, query.get(name) ?? ''])),
        contentType: method === 'PUT' ? (request.headers['content-type'] ?? '') : '',
      };
      if (!isSame(query.get('signature') ?? '', signatureOf(grant))) return denied;
      const expired = clock().getTime() / 1000 > grant.expires;
      return expired ? detailError('forbidden', 'The address has expired; ask for another') : grant;
    },
  };
}

/** Whether a request is granted. */
export const isGrant = (found: Grant | PlainResponse): found is Grant => 'key' in found;

const denied = detailError('forbidden', 'The address was not issued by this service');

function decodedKey(encoded: string): string | undefined {
  try {
    return encoded.split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
