import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { PlainResponse } from '#local/http-result.ts';
import { securityHeaders } from '#shared/security-headers.ts';

/** The built web application, held in memory: a path selects one of its known files and nothing else on the disk. */
export interface StaticSite {
  /** The file at a decoded path; a folder's `index.html` for a path that ends in a slash. */
  find(path: string): StaticFile | undefined;
  /** The application's page, for every path that is a page of it. */
  page: StaticFile;
}

/** One file of the site. */
export interface StaticFile {
  contentType: string;
  /** Its name carries a hash of its content, so that it never changes. */
  immutable: boolean;
  etag: string;
  /** The content, encoded once and then kept. */
  encoded(encoding: Encoding): Promise<Buffer>;
  /** Whether encoding it is worth it. */
  compressible: boolean;
}

/** Content codings that we offer; `identity` is none. */
type Encoding = 'br' | 'gzip' | 'identity';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const oneYearSeconds = 31_536_000;
const encoders = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};

/** Loads the site from its build folder; undefined where there is no `index.html`. */
export async function loadSite(root: string): Promise<StaticSite | undefined> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file).split(sep).join('/')}`;
    files.set(path, staticFile(path, await readFile(file)));
  }
  const page = files.get('/index.html');
  if (!page) return undefined;
  return {
    page,
    find: (path) => (path === '/' ? undefined : files.get(path.endsWith('/') ? `${path}index.html` : path)),
  };
}

/** Whether a request asks for a page, as a browser does when a person opens an address (design 12, "Where the API is"). */
export function acceptsHtml(accept: string | undefined): boolean {
  return preference(accept, 'text/html') > 0;
}

/** The response to a GET of a file: cached for a year if immutable, else checked each time by its ETag. */
export async function fileResponse(
  file: StaticFile,
  request: { acceptEncoding: string | undefined; ifNoneMatch: string | undefined },
): Promise<PlainResponse> {
  const headers: Record<string, string> = {
    ...securityHeaders,
    'cache-control': file.immutable ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  };
  const known = (request.ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(file.etag) || known.includes('*')) return { status: 304, headers, body: Buffer.alloc(0) };
  const encoding = file.compressible ? chooseEncoding(request.acceptEncoding) : 'identity';
  headers['content-type'] = file.contentType;
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return { status: 200, headers, body: await file.encoded(encoding) };
}

/** The best coding that a client takes, brotli first. */
function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const offered = (['br', 'gzip'] as const).filter((encoding) => preference(acceptEncoding, encoding) > 0);
  return offered[0] ?? 'identity';
}

/** The q-value of a name in a header such as `gzip;q=0.5, br`; 0 where it is not named. */
function preference(header: string | undefined, name: string): number {
  for (const part of (header ?? '').split(',')) {
    const [value, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (value !== name) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}

function staticFile(path: string, content: Buffer): StaticFile {
  const contentType = contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const kept = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(content)]]);
  return {
    contentType,
    immutable: hashedName.test(path),
    etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    compressible: content.length > 1024 && /^text\/|json|javascript|svg/.test(contentType),
    encoded(encoding) {
      const existing = kept.get(encoding);
      if (existing || encoding === 'identity') return existing ?? Promise.resolve(content);
      const made = encoders[encoding](content);
      kept.set(encoding, made);
      return made;
    },
  };
}
