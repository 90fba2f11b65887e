import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import send from 'send';
import { detailError, type PlainResponse } from '#local/gateway/http-result.ts';
import type { DiskObjects } from '#shared/objects/disk.ts';
import { attachmentOf, type DownloadAddresses } from '#shared/objects/downloads.ts';
import { type Grants, isGrant } from './grants.ts';

/** Downloads on one machine: addresses of the gateway that stand in for those of a bucket. */
export interface LocalDownloads extends DownloadAddresses {
  /** Answers a GET of such an address: by itself, or with a refusal; undefined for a request that is none. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<PlainResponse | 'answered' | undefined>;
}

/** What they need. */
export interface LocalDownloadsOptions {
  grants: Grants;
  /** What stands before the path of an address; empty for addresses of whatever host the caller has reached. */
  baseUrl: string;
  objects: Pick<DiskObjects, 'fileOf' | 'size'>;
  clock: () => Date;
}

/** A file goes from the disk to the wire piece by piece, whole or the range that is asked for (RFC 9110, section 14). */
export function localDownloads({ grants, baseUrl, objects, clock }: LocalDownloadsOptions): LocalDownloads {
  return {
    sign: async ({ key, contentType, fileName, expiresSeconds }) => {
      const expires = Math.floor(clock().getTime() / 1000) + expiresSeconds;
      const more = { type: contentType, name: fileName };
      return `${baseUrl}${grants.addressOf({ method: 'GET', key, expires, more, contentType: '' })}`;
    },
    serve: async (request, response) => {
      const granted = grants.grantOf(request, 'GET', ['type', 'name']);
      if (!granted || !isGrant(granted)) return granted;
      if ((await objects.size(granted.key)) === undefined) return detailError('not_found', 'The file is not there');
      const { type = '', name = '' } = granted.more;
      const headers = {
        'content-type': type,
        'content-disposition': attachmentOf(name),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      };
      await sendFile(request, response, objects.fileOf(granted.key), headers);
      return 'answered';
    },
  };
}

/** Sends a file; what fails on the way ends the connection, so that nobody takes a part for the whole. */
async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  headers: Record<string, string>,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const done = once(response, 'close');
  // Names of files may begin with a dot.
  const options = { root: dirname(file), dotfiles: 'allow', cacheControl: false, index: false } as const;
  send(request, encodeURIComponent(basename(file)), options)
    .on('error', (error: { status?: number }) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(error.status ?? 500, { 'content-length': 0 }).end();
    })
    .pipe(response);
  await done;
}
