import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { detailError, type PlainResponse } from '#local/gateway/http-result.ts';

/** Paths of objects on one machine begin so. */
const prefix = '/objects/';

/** What an address is good for: one method, one object, a time, and what else it was given out with. */
export interface Grant {
  method: 'GET' | 'PUT';
  key: string;
  /** Epoch seconds. */
  expires: number;
  /** Beside those, in the address itself. */
  more: Record<string, string>;
  /** Beside those, in a header that must be sent with it. */
  contentType: string;
}

/** Gives out addresses of the gateway that stand in for the signed ones of a bucket, and knows them again. */
export interface Grants {
  /** The path and query at which a grant is used. */
  addressOf(grant: Grant): string;
  /**
   * What a request was granted, or why it is refused; undefined for a request that is for no object.
   * @param moreNames what the address must say besides.
   */
  grantOf(
    request: IncomingMessage,
    method: Grant['method'],
    moreNames: readonly string[],
  ): Grant | PlainResponse | undefined;
}

/** Addresses are signed with a secret of this process: what it gave out is good for minutes, and not after a restart. */
export function createGrants(clock: () => Date): Grants {
  const secret = randomBytes(32);
  const signatureOf = ({ method, key, expires, more, contentType }: Grant): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, key, expires, contentType, Object.entries(more).sort()]))
      .digest('base64url');
  return {
    addressOf: (grant) => {
      const path = grant.key.split('/').map(encodeURIComponent).join('/');
      const signed = { expires: String(grant.expires), ...grant.more, signature: signatureOf(grant) };
      return `${prefix}${path}?${new URLSearchParams(signed)}`;
    },
    grantOf: (request, method, moreNames) => {
      // As it stands: `//[` is a path here, and no address of another host.
      const [pathname = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
      const query = new URLSearchParams(search);
      // What may be read may be asked about.
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

/** Whether a request is granted what it asks for. */
export const isGrant = (found: Grant | PlainResponse): found is Grant => 'key' in found;

const denied = detailError('forbidden', 'The address is not one that was given out');

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
