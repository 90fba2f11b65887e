import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join, sep } from 'node:path';
import sirv from 'sirv';
import { linkPreview } from '#shared/link-preview.ts';
import { securityHeaders } from '#shared/security-headers.ts';

/** Answers a request for the web application; a request for none of its files and pages is handed to `next`. */
export type StaticSite = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** A name with a hash of the content never has another content. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const oneYearSeconds = 31_536_000;
const page = '/index.html';

/**
 * Serves the built web application from its folder as CloudFront does: files by their path, and for every other path
 * the application's page, if a browser asks for one. Undefined where there is no `index.html`.
 */
export function openSite(root: string): StaticSite | undefined {
  if (!existsSync(join(root, page))) return undefined;
  // `dev` looks for a file at each request, not once: the site may be built again while it is served.
  const serveFile = sirv(root, { dev: true, etag: true, brotli: true, gzip: true, extensions: ['html'] });
  const folders = foldersWithPage(root);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path, query } = splitTarget(request.url ?? '');
    // Links of a folder's page are relative to the slash.
    if (folders.has(path)) return void response.writeHead(308, { location: `${path}/${query}` }).end();
    const preview = linkPreview(request.headers['user-agent'] ?? '', path, query.slice(1));
    if (preview !== undefined) return sendPreview(preview, request, response);
    const acceptsPage = preference(request.headers.accept, 'text/html') > 0;
    const servePage = () => {
      request.url = page;
      withHeaders(serveFile, page)(request, response, next);
    };
    const fallback = acceptsPage ? servePage : next;
    // sirv takes any mention of a coding for consent, `br;q=0` too.
    const codings = ['br', 'gzip'].filter((name) => preference(request.headers['accept-encoding'], name) > 0);
    request.headers['accept-encoding'] = codings.join(', ');
    // Without a browser the root is the API's, as every path that is no file.
    if (path === '/') return fallback();
    withHeaders(serveFile, path)(request, response, fallback);
  };
}

function sendPreview(preview: string, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...securityHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : preview);
}

/** Adds the headers of a file to whatever the handler answers, a 304 included; takes them back where it has none. */
function withHeaders(serveFile: StaticSite, path: string): StaticSite {
  const cacheControl = hashedName.test(path) ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache';
  const headers = { ...securityHeaders, 'cache-control': cacheControl };
  return (request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // sirv neither closes its file when the reader goes away nor listens for a failure to read it.
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

/** Paths without their slash, such as `/docs`, at which there is a page; the root is none of them. */
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

/** The q-value of a name in a header such as `gzip;q=0.5, br`; 0 where it is not named. */
function preference(header: string | string[] | undefined, name: string): number {
  for (const part of String(header ?? '').split(',')) {
    const [value, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (value !== name) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}
