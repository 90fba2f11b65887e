import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxBodyBytes } from '#local/gateway/bodies.ts';
import { closeServer, createGateway, type GroupHandler, listen } from '#local/gateway/gateway.ts';
import { openSite } from '#local/website/static-site.ts';
import { bodyLimitBytes } from '#shared/api/body-limit.ts';
import { routeList } from '#shared/api/routes.ts';
import { html, raw } from './raw-request.ts';

let url: string;
/** Of a gateway that gives its functions hardly any time. */
let hastyUrl: string;
let handler: GroupHandler;
let errors: unknown[];
/** Requests that are answered at the moment, and how many have been. */
let answering = { now: 0, all: 0 };
let stop: () => Promise<void>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-site-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>app</title>');
  const site = openSite(folder);
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
    await rm(folder, { recursive: true });
  };
});
afterAll(() => stop());
beforeEach(() => {
  handler = async (event) => event;
  errors = [];
  answering = { now: 0, all: 0 };
});

async function inFlight<T>(answer: () => Promise<T>): Promise<T> {
  answering = { now: answering.now + 1, all: answering.all + 1 };
  return answer().finally(() => {
    answering = { ...answering, now: answering.now - 1 };
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
    const response = await raw(url, '/api/chips', { accept: html });
    expect(response.headers['content-type']).toBe('application/json');
    const unknown = await raw(url, '/api/login', { accept: html });
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
    expect((await raw(url, '/chips/%E0%A4%A')).status).toBe(400);
    expect((await raw(url, '*', {}, 'OPTIONS')).status).toBe(400);
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
