import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { detailError, type PlainResponse } from '#local/gateway/http-result.ts';
import { sendFile } from '#local/gateway/send-file.ts';
import type { DiskObjects } from '#shared/kernel/objects/disk.ts';
import { attachmentOf, type DownloadAddresses } from '#shared/kernel/objects/downloads.ts';
import { type Grants, isGrant } from './grants.ts';

/** Downloads on one machine: gateway addresses that replace those of a bucket. */
export interface LocalDownloads extends DownloadAddresses {
  /** Answers a GET of such an address with the file or a refusal; undefined for other requests. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<PlainResponse | 'answered' | undefined>;
}

/** Dependencies of downloads. */
export interface LocalDownloadsOptions {
  grants: Grants;
  /** Prefix of an address; empty for addresses relative to the caller's host. */
  baseUrl: string;
  objects: Pick<DiskObjects, 'fileOf'>;
  clock: () => Date;
}

/** Streams a file from disk, whole or the requested range (RFC 9110, section 14). */
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
      const { type = '', name = '' } = granted.more;
      const headers = {
        'content-type': type,
        'content-disposition': attachmentOf(name),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      };
      const file = objects.fileOf(granted.key);
      const [root, path] = [dirname(file), encodeURIComponent(basename(file))];
      const found = await sendFile(request, response, { root, path, headers, withDotFiles: true });
      return found ? 'answered' : detailError('not_found', 'The file does not exist');
    },
  };
}
