import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join, sep } from 'node:path';
import { sendFile } from '#local/gateway/send-file.ts';
import { linkPreview } from '#shared/kernel/link-preview.ts';
import { securityHeaders } from '#shared/kernel/security-headers.ts';
import { textTypes } from './compress.ts';

/** Answers a request for the web application; false if the request is another one, and nothing was sent. */
export type StaticSite = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** The content of a name with a hash never changes. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const oneYearSeconds = 31_536_000;
const page = '/index.html';

/** Codings by preference, and the extension of the files that have them. */
const codings = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const;

/**
 * Serves the built web application from its folder like CloudFront: files by path, and for every other path the
 * application's page if a browser asks. Undefined if there is no `index.html`.
 */
export function openSite(root: string): StaticSite | undefined {
  if (!existsSync(join(root, page))) return undefined;
  const folders = foldersWithPage(root);
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const { path, query } = splitTarget(request.url ?? '');
    // Relative links on a folder's page need the slash.
    if (folders.has(path)) {
      response.writeHead(308, { location: `${path}/${query}` }).end();
      return true;
    }
    const preview = linkPreview(request.headers['user-agent'] ?? '', path, query.slice(1));
    if (preview !== undefined) {
      sendPreview(preview, request, response);
      return true;
    }
    // Without a browser, the root and every path that is not a file belong to the API.
    if (path !== '/' && (await serveFile(root, path, request, response))) return true;
    return preference(request.headers.accept, 'text/html') > 0 && serveFile(root, page, request, response);
  };
}

/** Sends a file of the site in the smallest form that exists and the caller accepts. Returns whether it exists. */
async function serveFile(
  root: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const file = path.endsWith('/') ? `${path}index.html` : path;
  const type = textTypes[extname(file)];
  const headers = {
    ...securityHeaders,
    ...(type ? { 'content-type': type, vary: 'Accept-Encoding' } : {}),
    'cache-control': hashedName.test(path) ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache',
  };
  for (const [coding, extension] of type ? codings : []) {
    if (preference(request.headers['accept-encoding'], coding) === 0) continue;
    const compressed = { root, path: `${file}.${extension}`, headers: { ...headers, 'content-encoding': coding } };
    if (await sendFile(request, response, compressed)) return true;
  }
  return sendFile(request, response, { root, path: file, headers });
}

function sendPreview(preview: string, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...securityHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : preview);
}

/** Paths without a slash, such as `/docs`, that have a page; the root is excluded. */
function foldersWithPage(root: string): ReadonlySet<string> {
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(`${sep}index.html`),
  );
  return new Set(pages.map((name) => `/${dirname(name).split(sep).join('/')}`));
}

function splitTarget(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark) };
}

/** The q-value of a name in a header such as `gzip;q=0.5, br`; 0 if it is absent. */
function preference(header: string | string[] | undefined, name: string): number {
  for (const part of String(header ?? '').split(',')) {
    const [value, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (value !== name) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}
