import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxBodyBytes } from '#local/gateway/bodies.ts';
import { closeServer, createGateway, type GatewayLimits, type GroupHandler, listen } from '#local/gateway/gateway.ts';
import { compressFiles } from '#local/website/compress.ts';
import { openSite } from '#local/website/static-site.ts';
import { buildWheel, writeWheel } from '#local/website/wheel.ts';
import { bodyLimitBytes } from '#shared/api/body-limit.ts';
import { routeList } from '#shared/api/routes.ts';
import { requestSignal } from '#shared/kernel/request-signal.ts';
import { pythonWheel } from '#shared/workers/rules/python-wheel.ts';

const script = `console.log(${JSON.stringify('x'.repeat(5000))});`;
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const echo: GroupHandler = async (event) => event;

let url: string;
/** Of a gateway that gives its functions hardly any time. */
let hastyUrl: string;
let handler: GroupHandler;
let errors: unknown[];
/** Requests that are answered at the moment, and how many have been. */
let answering = { now: 0, all: 0 };
let stop: () => Promise<void>;
let siteFolder: string;

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'fiducial-site-'));
  siteFolder = join(root, 'site');
  await mkdir(join(siteFolder, 'assets'), { recursive: true });
  await mkdir(join(siteFolder, 'docs'));
  await writeFile(join(root, 'secret.txt'), 'outside');
  await writeFile(join(siteFolder, 'index.html'), '<!doctype html><title>app</title>');
  await writeFile(join(siteFolder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(siteFolder, '.env'), 'outside');
  await writeFile(join(siteFolder, 'assets', 'index-BdF3kQ9z.js'), script);
  await writeFile(join(siteFolder, 'docs', 'index.html'), '<!doctype html><title>docs</title>');
  await compressFiles(siteFolder);
  await writeWheel(siteFolder);
  const site = openSite(siteFolder);
  const gatewayWith = (timeoutMilliseconds: number) =>
    createGateway({
      routes: routeList,
      handlerOf: async () => (event, context) => handler(event, context),
      site,
      onError: (error) => errors.push(error),
      limits: {
        timeoutMilliseconds,
        turns: { running: 8, perCaller: 8, waitingPerCaller: 0, waitMilliseconds: 0 },
      },
      requests: { during: (answer) => inFlight(answer), noteRefusal: () => undefined },
    });
  const [server, hasty] = [gatewayWith(60_000), gatewayWith(50)];
  [url, hastyUrl] = await Promise.all([listen(server, 0), listen(hasty, 0)]);
  stop = async () => {
    await Promise.all([closeServer(server), closeServer(hasty)]);
    await rm(root, { recursive: true });
  };
});
afterAll(() => stop());
beforeEach(() => {
  handler = echo;
  errors = [];
  answering = { now: 0, all: 0 };
});

async function inFlight<T>(answer: () => Promise<T>): Promise<T> {
  answering = { now: answering.now + 1, all: answering.all + 1 };
  return answer().finally(() => {
    answering = { ...answering, now: answering.now - 1 };
  });
}

/** A request whose path and headers are sent exactly as given; fetch would normalize them. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = httpRequest({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });
}

describe('API requests', () => {
  test('API requests reach the function with the event of the route, with and without the /api prefix', async () => {
    for (const prefix of ['', '/api']) {
      const event = (await (await fetch(`${url}${prefix}/chips/A?limit=5`)).json()) as APIGatewayProxyEventV2;
      expect(event.routeKey).toBe('GET /chips/{chip_id}');
      expect(event.rawPath).toBe('/chips/A');
      expect(event.pathParameters).toEqual({ chip_id: 'A' });
      expect(event.queryStringParameters).toEqual({ limit: '5' });
    }
  });

  test('a form is delivered whole to the function', async () => {
    const response = await fetch(`${url}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ä&b' }),
    });
    const event = (await response.json()) as APIGatewayProxyEventV2;
    expect(event.isBase64Encoded).toBe(true);
    expect(Buffer.from(event.body ?? '', 'base64').toString()).toBe('username=%C3%A4%26b');
  });

  test('under /api a browser gets the API, never a page', async () => {
    const response = await raw('/api/chips', { accept: html });
    expect(response.headers['content-type']).toBe('application/json');
    const unknown = await raw('/api/login', { accept: html });
    expect(unknown.status).toBe(404);
  });

  test('an unknown route is a 404 that names it', async () => {
    const response = await fetch(`${url}/nothing%20here`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      detail: "Route 'GET /nothing here' does not exist",
      code: 'route_not_found',
    });
  });

  test('a path that is not valid percent-encoding is a 400', async () => {
    expect((await raw('/chips/%E0%A4%A')).status).toBe(400);
    expect((await raw('*', {}, 'OPTIONS')).status).toBe(400);
  });

  test('HEAD answers as GET without the body', async () => {
    handler = async () => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    const response = await fetch(`${url}/health`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('7');
    expect(await response.text()).toBe('');
  });

  test('OPTIONS names the methods of a known path', async () => {
    const response = await fetch(`${url}/api/chips/A`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
    expect((await fetch(`${url}/api/nothing`, { method: 'OPTIONS' })).status).toBe(404);
  });

  test('a body of 10 MB is counted, one byte more is a 413, and the connection lives on', async () => {
    handler = async (event) => ({ bytes: event.body?.length ?? 0, announced: event.headers['content-length'] });
    const send = (size: number) =>
      fetch(`${url}/chips`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(size) });
    const whole = bodyLimitBytes;
    expect(await (await send(whole)).json()).toEqual({ bytes: whole, announced: String(whole) });
    // The function refuses it, after it has looked at the caller.
    for (const size of [whole + 1, maxBodyBytes])
      expect(await (await send(size)).json()).toEqual({ bytes: 0, announced: String(size) });
    const tooLarge = await send(maxBodyBytes + 1);
    expect(tooLarge.status).toBe(413);
    expect(await tooLarge.json()).toEqual({ detail: 'The request body is larger than 10 MB', code: 'too_large' });
    expect((await send(1)).status).toBe(200);
  });

  test('a function that throws is an internal error that says nothing of it', async () => {
    handler = async () => {
      throw new Error('secret reason');
    };
    const response = await fetch(`${url}/health`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      message: 'Internal Server Error',
      code: 'internal',
      detail: expect.any(String),
    });
    expect(errors).toEqual([new Error('secret reason')]);
  });

  test('more requests at once than the service can do are refused at once, and no more when those have ended', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let atWork = 0;
    handler = async (event) => {
      atWork += 1;
      await held;
      return event;
    };
    const first = Array.from({ length: 8 }, () => fetch(`${url}/health`));
    await expect.poll(() => atWork).toBe(8);
    const ninth = await fetch(`${url}/health`);
    release();
    expect(ninth.status).toBe(429);
    expect(await ninth.json()).toMatchObject({
      message: 'Too Many Requests',
      code: 'too_many_requests',
      detail: expect.any(String),
    });
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('a file that finds the disk full is refused with a sentence', async () => {
    handler = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const response = await fetch(`${url}/health`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      detail: 'The disk is full: nothing can be saved until space is freed',
      code: 'unavailable',
    });
  });

  test('a request is in flight while a function answers it, however that ends, and not while its body comes or a page is sent', async () => {
    const seen: number[] = [];
    handler = async (event) => {
      seen.push(answering.now);
      if (event.rawPath === '/health') throw new Error('refused');
      return event;
    };
    await fetch(`${url}/`, { headers: { accept: html } });
    const { hostname, port } = new URL(url);
    const coming = httpRequest({ hostname, port, path: '/chips', method: 'POST' });
    coming.on('error', () => undefined);
    // Its head and half of its body are there.
    await new Promise((resolve) => coming.write('{"chip_id":', resolve));
    await fetch(`${url}/chips/A`);
    await fetch(`${url}/health`);
    coming.destroy();
    expect(seen).toEqual([1, 1]);
    expect(answering).toEqual({ now: 0, all: 2 });
    handler = () => new Promise(() => undefined);
    await fetch(`${hastyUrl}/health`);
    expect(answering).toEqual({ now: 0, all: 3 });
  });

  test('a function that does not answer in time is a 503', async () => {
    handler = () => new Promise(() => undefined);
    const response = await fetch(`${hastyUrl}/health`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      message: 'Service Unavailable',
      code: 'unavailable',
      detail: expect.any(String),
    });
  });
});

describe('what one caller may take', () => {
  const open: Server[] = [];
  afterEach(() => Promise.all(open.splice(0).map((server) => closeServer(server, 0))));

  /** A gateway with a single place, and limits as given. */
  async function narrow(limits: Partial<GatewayLimits> = {}): Promise<string> {
    const server = createGateway({
      routes: routeList,
      handlerOf: async () => (event, context) => handler(event, context),
      callers: { of: async ({ headers }) => String(headers['x-caller'] ?? 'nobody'), learn: () => undefined },
      site: undefined,
      onError: (error) => errors.push(error),
      limits: {
        turns: { running: 10, perCaller: 1, waitingPerCaller: 1, waitMilliseconds: 60_000 },
        ...limits,
      },
    });
    open.push(server);
    return listen(server, 0);
  }

  /** Sends the head of a request and a part of its body. */
  async function begin(url: string, path: string, method: string, part: string): Promise<ClientRequest> {
    const { hostname, port } = new URL(url);
    const headers = { 'content-length': '1000', 'x-caller': 'slow' };
    const request = httpRequest({ hostname, port, path, method, headers });
    request.on('error', () => undefined);
    await new Promise((resolve) => request.write(part, resolve));
    return request;
  }

  test("a function that exceeds its time keeps its caller's place until it ends, and no other caller waits for it", async () => {
    const ended = Promise.withResolvers<void>();
    handler = async (event) => {
      if (event.rawPath === '/health') await ended.promise;
      return event;
    };
    const narrowUrl = await narrow({ timeoutMilliseconds: 20 });
    expect((await fetch(`${narrowUrl}/health`)).status).toBe(503);
    let isAnswered = false;
    const next = fetch(`${narrowUrl}/chips/A`).then(({ status }) => {
      isAnswered = true;
      return status;
    });
    expect((await fetch(`${narrowUrl}/chips/A`, { headers: { 'x-caller': 'other' } })).status).toBe(200);
    expect(isAnswered).toBe(false);
    ended.resolve();
    expect(await next).toBe(200);
  });

  test('a caller with too many requests gets a 429 that names the limit and when to come again', async () => {
    const ended = Promise.withResolvers<void>();
    let atWork = 0;
    handler = async (event) => {
      atWork += 1;
      await ended.promise;
      return event;
    };
    const narrowUrl = await narrow({
      turns: { running: 10, perCaller: 1, waitingPerCaller: 0, waitMilliseconds: 60_000 },
    });
    const first = fetch(`${narrowUrl}/health`);
    await expect.poll(() => atWork).toBe(1);
    const refused = await fetch(`${narrowUrl}/health`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toEqual({
      message: 'Too Many Requests',
      code: 'too_many_requests',
      detail:
        'The service answers 1 such requests of an address without a token at once, and 0 more are waiting; try again in 1 s',
    });
    ended.resolve();
    expect((await first).status).toBe(200);
  });

  test.each([
    ['GET', true],
    ['POST', false],
  ])('a sender who goes away ends the reads of a %s: %s', async (method, ends) => {
    const begun = Promise.withResolvers<AbortSignal | undefined>();
    const gone = Promise.withResolvers<void>();
    handler = async () => {
      const signal = requestSignal();
      signal?.addEventListener('abort', () => gone.resolve());
      begun.resolve(signal);
      await gone.promise;
    };
    const controller = new AbortController();
    const request = fetch(`${await narrow()}/chips`, { method, signal: controller.signal }).catch(() => 'gone');
    const signal = await begun.promise;
    controller.abort();
    expect(await request).toBe('gone');
    if (ends) await gone.promise;
    gone.resolve();
    expect(signal?.aborted ?? false).toBe(ends);
  });

  test('a function whose time is over reads nothing more', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    handler = async (event) => {
      const signal = requestSignal();
      signals.push(signal);
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      return event;
    };
    expect((await fetch(`${await narrow({ timeoutMilliseconds: 20 })}/health`)).status).toBe(503);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  test('bodies that hardly come keep no place, and are given up', async () => {
    const slowly = {
      readingPerCaller: 100,
      graceMilliseconds: 60_000,
      leastBytesPerSecond: 1,
      perCaller: 1e6,
      total: 1e6,
    };
    const patientUrl = await narrow({ bodies: slowly });
    const held = await Promise.all(Array.from({ length: 20 }, () => begin(patientUrl, '/chips', 'POST', 'x')));
    expect((await fetch(`${patientUrl}/health`, { headers: { 'x-caller': 'slow' } })).status).toBe(200);
    for (const request of held) request.destroy();
    const strictUrl = await narrow({ bodies: { ...slowly, graceMilliseconds: 10, leastBytesPerSecond: 1e6 } });
    const [answer] = (await once(await begin(strictUrl, '/chips', 'POST', 'x'), 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([400, 'close']);
  });

  test('unread answers beyond the limit of a caller are dropped, oldest first', async () => {
    const size = 4_000_000;
    handler = async () => ({ statusCode: 200, body: 'x'.repeat(size) });
    const narrowUrl = await narrow({ answers: { perCaller: size + 1, total: 10 * size } });
    const unread = () => {
      const { hostname, port } = new URL(narrowUrl);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined).write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
      return socket;
    };
    const first = unread();
    // Its head and the first bytes are there: the rest fits nowhere.
    await once(first, 'readable');
    const closed = once(first, 'close');
    const second = unread();
    await once(second, 'readable');
    first.resume();
    await closed;
    expect(first.bytesRead).toBeLessThan(size);
    second.destroy();
  });
});

describe('the web application', () => {
  test.each(['/', '/login', '/chips/A', '/p/lab.2/chips/A', '/execution', '/nothing/of/ours'])(
    '%s is its page of the web application for a browser',
    async (path) => {
      const response = await raw(path, { accept: html });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.body.toString()).toContain('<title>app</title>');
    },
  );

  test('the path of a page is the API for anybody who does not ask for HTML', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html;q=0']) {
      const response = await raw('/chips/A', { accept });
      expect(response.headers['content-type']).toBe('application/json');
    }
  });

  test('a POST of a form from a page is the API', async () => {
    expect((await raw('/auth/login', { accept: html }, 'POST')).headers['content-type']).toBe('application/json');
  });

  test('a hashed file is served for any accept and cached for a year', async () => {
    const response = await raw('/assets/index-BdF3kQ9z.js', { accept: '*/*' });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.body.toString()).toBe(script);
  });

  test('a file without a hash is checked each time, and not sent again while it is the same', async () => {
    const first = await raw('/robots.txt');
    expect(first.headers['cache-control']).toBe('no-cache');
    const second = await raw('/robots.txt', { 'if-none-match': String(first.headers.etag) });
    expect([second.status, second.body.length]).toEqual([304, 0]);
    expect(second.headers['cache-control']).toBe('no-cache');
    expect((await raw('/robots.txt', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test('a site that is built again is served as it is then, without a restart', async () => {
    const file = join(siteFolder, 'note.txt');
    const contentOf = async () => (await raw('/note.txt')).body.toString();
    await writeFile(file, 'first');
    expect(await contentOf()).toBe('first');
    await writeFile(file, 'and longer');
    expect(await contentOf()).toBe('and longer');
    await rm(file);
    expect((await raw('/note.txt')).status).toBe(404);
  });

  test('an API answer carries no header of the site', async () => {
    const { headers } = await raw('/chips/A');
    expect(headers['content-security-policy']).toBeUndefined();
    expect(headers['cache-control']).toBeUndefined();
  });

  test('a folder with a page redirects to its slash, and serves the page there', async () => {
    const redirect = await raw('/docs?x=1');
    expect([redirect.status, redirect.headers.location]).toEqual([308, '/docs/?x=1']);
    expect((await raw('/docs/')).body.toString()).toContain('<title>docs</title>');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('a file of the web application is compressed for %s', async (accepted, encoding, decompress) => {
    const response = await raw('/assets/index-BdF3kQ9z.js', { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers.vary).toBe('Accept-Encoding');
    expect(decompress(response.body).toString()).toBe(script);
  });

  test('every page and file carries a strict policy', async () => {
    for (const path of ['/login', '/assets/index-BdF3kQ9z.js', '/docs/']) {
      const { headers } = await raw(path, { accept: html });
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  test('a chat that was given a link is told what it leads to, and gets files as everybody does', async () => {
    const headers = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', accept: '*/*' };
    const page = await fetch(`${url}/chips/lab.7/qubits/3`, { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<meta property="og:title" content="Qubit Q3 of lab.7">');
    expect(await (await fetch(`${url}/robots.txt`, { headers })).text()).toBe('User-agent: *');
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/docs/%00',
    '/.env',
  ])('%s leads to nothing outside the site or hidden in it', async (path) => {
    const response = await raw(path);
    expect(response.status).toBe(404);
    expect(response.body.toString()).not.toContain('outside');
  });
});

test('the wheel of the Python package is served below /downloads', async () => {
  const answer = await fetch(`${url}/downloads/${pythonWheel}`);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(await buildWheel());
});

test('a folder without an index.html is not a site', () => {
  expect(openSite(join(tmpdir(), 'fiducial-no-such-folder'))).toBeUndefined();
});
