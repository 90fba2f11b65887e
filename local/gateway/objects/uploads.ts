import type { IncomingMessage } from 'node:http';
import { detailError, type PlainResponse } from '#local/gateway/http-result.ts';
import type { DiskObjects } from '#shared/kernel/objects/disk.ts';
import type { UploadAddresses } from '#shared/kernel/objects/uploads.ts';
import { type Grant, type Grants, isGrant } from './grants.ts';

/** Uploads on one machine: gateway addresses that replace those of a bucket. */
export interface LocalUploads extends UploadAddresses {
  /** Answers a PUT to such an address; undefined for other requests. */
  receive(request: IncomingMessage): Promise<PlainResponse | undefined>;
}

/** Dependencies of uploads. */
export interface LocalUploadsOptions {
  grants: Grants;
  /** Address of the gateway for uploaders, without a trailing slash. */
  baseUrl: () => string;
  objects: Pick<DiskObjects, 'receive'>;
  clock: () => Date;
}

/** Streams a file to disk, regardless of its size. */
export function localUploads({ grants, baseUrl, objects, clock }: LocalUploadsOptions): LocalUploads {
  return {
    sign: async ({ key, contentType, sizeBytes, sha256 = '', expiresSeconds }) => {
      const expires = Math.floor(clock().getTime() / 1000) + expiresSeconds;
      const more = { size: String(sizeBytes), sha256 };
      const address = grants.addressOf({ method: 'PUT', key, expires, more, contentType });
      return { url: `${baseUrl()}${address}`, headers: { 'content-type': contentType, 'if-none-match': '*' } };
    },
    receive: async (request) => {
      const granted = grants.grantOf(request, 'PUT', ['size', 'sha256']);
      if (!granted) return undefined;
      const refused = isGrant(granted) ? refusalOf(request, granted) : granted;
      // The gateway reads a refused body, so that the sender reads the response.
      if (refused || !isGrant(granted)) return refused;
      const sizeBytes = Number(granted.more.size);
      const received = await objects.receive(granted.key, request, sizeBytes, granted.more.sha256);
      if (received === 'wrong-size') return wrongSize(sizeBytes);
      if (received === 'wrong-hash')
        return detailError(
          'invalid_request',
          'The file differs from the announced one: its SHA-256 does not match',
          400,
        );
      if (received === 'exists') return detailError('already_exists', 'The file already exists', 412);
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    },
  };
}

/** What a bucket refuses before it reads the file, even with a valid signature. */
function refusalOf({ headers }: IncomingMessage, { more }: Grant): PlainResponse | undefined {
  if (headers['if-none-match'] !== '*') return detailError('forbidden', 'The upload must send If-None-Match: *');
  const announced = headers['content-length'];
  // Without a length, the bytes are counted as they arrive.
  return announced === undefined || announced === more.size ? undefined : wrongSize(Number(more.size));
}

const wrongSize = (sizeBytes: number): PlainResponse =>
  detailError('forbidden', `The file does not have the announced ${sizeBytes} bytes`);
