import type { IncomingMessage } from 'node:http';
import { detailError, type PlainResponse } from '#local/gateway/http-result.ts';
import type { DiskObjects } from '#shared/objects/disk.ts';
import type { UploadAddresses } from '#shared/objects/uploads.ts';
import { type Grant, type Grants, isGrant } from './grants.ts';

/** Uploads on one machine: addresses of the gateway that stand in for those of a bucket. */
export interface LocalUploads extends UploadAddresses {
  /** Answers a PUT to such an address; undefined for a request that is none. */
  receive(request: IncomingMessage): Promise<PlainResponse | undefined>;
}

/** What they need. */
export interface LocalUploadsOptions {
  grants: Grants;
  /** Address under which whoever uploads reaches the gateway, without a trailing slash. */
  baseUrl: () => string;
  objects: Pick<DiskObjects, 'receive'>;
  clock: () => Date;
}

/** A file goes from the wire to the disk piece by piece, however large it is. */
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
      // The gateway reads what is refused, so that the sender reads the answer.
      if (refused || !isGrant(granted)) return refused;
      const sizeBytes = Number(granted.more.size);
      const received = await objects.receive(granted.key, request, sizeBytes, granted.more.sha256);
      if (received === 'wrong-size') return wrongSize(sizeBytes);
      if (received === 'wrong-hash')
        return detailError('invalid_request', 'The file is not what was announced: its SHA-256 is another', 400);
      if (received === 'exists') return detailError('already_exists', 'The file already exists', 412);
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    },
  };
}

/** What a bucket refuses before it reads the file, though the signature is right. */
function refusalOf({ headers }: IncomingMessage, { more }: Grant): PlainResponse | undefined {
  if (headers['if-none-match'] !== '*') return detailError('forbidden', 'The upload must send If-None-Match: *');
  const announced = headers['content-length'];
  // Without it, the pieces are counted.
  return announced === undefined || announced === more.size ? undefined : wrongSize(Number(more.size));
}

const wrongSize = (sizeBytes: number): PlainResponse =>
  detailError('forbidden', `The file does not have the announced ${sizeBytes} bytes`);
