import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join, sep } from 'node:path';
import sirv from 'sirv';
import { linkPreview } from '#shared/kernel/link-preview.ts';
import { securityHeaders } from '#shared/kernel/security-headers.ts';

/** Answers a request for the web application; other requests go to `next`. */
export type StaticSite = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The content of a name with a hash never changes. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const oneYearSeconds = 31_536_000;
const page = '/index.html';

/**
 * Serves the built web application from its folder like CloudFront: files by path, and for every other path the
 * application's page if a browser asks. Undefined if there is no `index.html`.
 */
export function openSite(root: string): StaticSite | undefined {
  if (!existsSync(join(root, page))) return undefined;
  // `dev` looks for a file at each request, since the site may be rebuilt while it is served.
  const serveFile = sirv(root, { dev: true, etag: true, brotli: true, gzip: true, extensions: ['html'] });
  const folders = foldersWithPage(root);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path, query } = splitTarget(request.url ?? '');
    // Relative links on a folder's page need the slash.
    if (folders.has(path)) return void response.writeHead(308, { location: `${path}/${query}` }).end();
    const preview = linkPreview(request.headers['user-agent'] ?? '', path, query.slice(1));
    if (preview !== undefined) return sendPreview(preview, request, response);
    const acceptsPage = preference(request.headers.accept, 'text/html') > 0;
    const servePage = () => {
      request.url = page;
      withHeaders(serveFile, page)(request, response, next);
    };
    const fallback = acceptsPage ? servePage : next;
    // sirv treats any mention of a coding as consent, even `br;q=0`.
    const codings = ['br', 'gzip'].filter((name) => preference(request.headers['accept-encoding'], name) > 0);
    request.headers['accept-encoding'] = codings.join(', ');
    // Without a browser, the root and every path that is not a file belong to the API.
    if (path === '/') return fallback();
    withHeaders(serveFile, path)(request, response, fallback);
  };
}

function sendPreview(preview: string, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...securityHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : preview);
}

/** Adds a file's headers to the handler's response, including a 304; removes them if there is no file. */
function withHeaders(serveFile: StaticSite, path: string): StaticSite {
  const cacheControl = hashedName.test(path) ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache';
  const headers = { ...securityHeaders, 'cache-control': cacheControl };
  return (request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // sirv neither closes its file when the reader disconnects nor listens for read errors.
    response.once('pipe', (file) => {
      response.once('close', () => file.destroy());
      file.once('error', () => response.destroy());
    });
    serveFile(request, response, () => {
      for (const name of Object.keys(headers)) response.removeHeader(name);
      next();
    });
  };
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
