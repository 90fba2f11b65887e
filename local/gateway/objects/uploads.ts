import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { detailError, type PlainResponse } from '#local/gateway/http-result.ts';
import { readBody } from '#local/gateway/request-body.ts';
import type { UploadAddresses } from '#shared/objects/uploads.ts';

/** Paths of uploads on one machine begin so. */
const prefix = '/objects/';

/** What an address is good for. */
interface Grant {
  key: string;
  contentType: string;
  sizeBytes: number;
  /** Epoch seconds. */
  expires: number;
}

/** Uploads on one machine: addresses of the gateway that stand in for those of a bucket. */
export interface LocalUploads extends UploadAddresses {
  /** Answers a PUT to such an address; undefined for a request that is none. */
  receive(request: IncomingMessage): Promise<PlainResponse | undefined>;
}

/** What they need. */
export interface LocalUploadsOptions {
  /** Address under which whoever uploads reaches the gateway, without a trailing slash. */
  baseUrl: () => string;
  /** Writes an object if there is none. @returns whether there was none. */
  putNew: (key: string, body: Uint8Array) => Promise<boolean>;
  clock?: () => Date;
}

/** Addresses are signed with a secret of this process: what it gave out is good for minutes, and not after a restart. */
export function localUploads({ baseUrl, putNew, clock = () => new Date() }: LocalUploadsOptions): LocalUploads {
  const secret = randomBytes(32);
  const signatureOf = ({ key, contentType, sizeBytes, expires }: Grant): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([key, contentType, sizeBytes, expires]))
      .digest('base64url');
  return {
    sign: async ({ key, contentType, sizeBytes, expiresSeconds }) => {
      const expires = Math.floor(clock().getTime() / 1000) + expiresSeconds;
      const signature = signatureOf({ key, contentType, sizeBytes, expires });
      const path = key.split('/').map(encodeURIComponent).join('/');
      const query = new URLSearchParams({ expires: String(expires), size: String(sizeBytes), signature });
      return {
        url: `${baseUrl()}${prefix}${path}?${query}`,
        headers: { 'content-type': contentType, 'if-none-match': '*' },
      };
    },
    receive: async (request) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway');
      if (request.method !== 'PUT' || !pathname.startsWith(prefix)) return undefined;
      const grant = grantOf(pathname, searchParams, request);
      const refused = grant
        ? refusalOf(grant, searchParams.get('signature') ?? '', signatureOf(grant), clock())
        : denied;
      // Read whatever comes, so that the sender reads the answer.
      const body = await readBody(request, grant && !refused ? grant.sizeBytes : 0);
      if (refused || !grant) return refused ?? denied;
      return keep(grant, request.headers['if-none-match'], body, putNew);
    },
  };
}

/** What a bucket does with a request whose signature is right. */
async function keep(
  { key, sizeBytes }: Grant,
  ifNoneMatch: string | undefined,
  body: Buffer | 'too-large',
  putNew: LocalUploadsOptions['putNew'],
): Promise<PlainResponse> {
  if (ifNoneMatch !== '*') return detailError('forbidden', 'The upload must send If-None-Match: *');
  if (body === 'too-large' || body.length !== sizeBytes)
    return detailError('forbidden', `The file does not have the ${sizeBytes} bytes that it was announced with`);
  if (await putNew(key, body)) return { status: 200, headers: {}, body: Buffer.alloc(0) };
  return detailError('already_exists', 'The file is there already', 412);
}

const denied = detailError('forbidden', 'The address of the upload is not one that was given out');

function grantOf(pathname: string, query: URLSearchParams, request: IncomingMessage): Grant | undefined {
  try {
    return {
      key: pathname.slice(prefix.length).split('/').map(decodeURIComponent).join('/'),
      contentType: request.headers['content-type'] ?? '',
      sizeBytes: Number(query.get('size')),
      expires: Number(query.get('expires')),
    };
  } catch {
    return undefined;
  }
}

function refusalOf(grant: Grant, given: string, expected: string, now: Date): PlainResponse | undefined {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) return denied;
  return now.getTime() / 1000 > grant.expires
    ? detailError('forbidden', 'The address of the upload has expired')
    : undefined;
}
