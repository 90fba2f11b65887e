import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeServer, createGateway, type GatewayLimits, type GroupHandler, listen } from '#local/gateway/gateway.ts';
import { routeList } from '#shared/api/routes.ts';
import { requestSignal } from '#shared/kernel/request-signal.ts';

let handler: GroupHandler;
beforeEach(() => {
  handler = async (event) => event;
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
      onError: () => undefined,
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
