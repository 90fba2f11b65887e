import type { Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientAddressOf } from '#functions/http/client-address.ts';
import { groupHandler } from '#functions/http/group.ts';
import type { Event } from '#functions/http/state.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { loadConfig } from '#shared/kernel/config.ts';

const secret = 'the distribution and no one else';
const config = loadConfig({ ORIGIN_SECRET: secret, PUBLIC_URL: 'https://lab.example', LOG_LEVEL: 'ERROR' });

const event = (headers: Record<string, string>): Event =>
  ({
    routeKey: 'GET /health',
    rawPath: '/health',
    headers,
    requestContext: { http: { method: 'GET', sourceIp: '198.51.100.1' } },
  }) as unknown as Event;

describe('a gateway behind a distribution', () => {
  const handler = groupHandler({ getHealth: async () => ({ statusCode: 200, body: '{}' }) });
  const call = (headers: Record<string, string>) => handler(event(headers), {} as Context);
  beforeAll(() => provideRuntime(createRuntime(config)));

  it('a gateway behind a distribution answers a request that carries the secret header, whatever its case', async () => {
    expect(await call({ 'x-origin-secret': secret })).toMatchObject({ statusCode: 200 });
    expect(await call({ 'X-Origin-Secret': secret })).toMatchObject({ statusCode: 200 });
  });

  it.each([{}, { 'x-origin-secret': '' }, { 'x-origin-secret': `${secret}!` }, { 'x-origin-secret': 'the' }])(
    'a gateway behind a distribution refuses %o with 403, before it looks for a route, and names the address to use',
    async (headers: Record<string, string>) => {
      const answer = await call(headers);
      expect(answer.statusCode).toBe(403);
      expect(JSON.parse(answer.body ?? '')).toEqual({
        detail: "This address serves the distribution only; use 'https://lab.example/api'",
        code: 'wrong_address',
      });
      expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    },
  );

  it('a gateway behind a distribution takes both values while the secret header is changed, and no empty one', async () => {
    const next = 'the value of tomorrow';
    provideRuntime(
      createRuntime(loadConfig({ ORIGIN_SECRET: next, ORIGIN_SECRET_PREVIOUS: secret, LOG_LEVEL: 'ERROR' })),
    );
    for (const value of [secret, next])
      expect(await call({ 'x-origin-secret': value })).toMatchObject({ statusCode: 200 });
    expect(await call({ 'x-origin-secret': `${next},${secret}` })).toMatchObject({ statusCode: 403 });
    provideRuntime(createRuntime(loadConfig({ ORIGIN_SECRET: next, ORIGIN_SECRET_PREVIOUS: '', LOG_LEVEL: 'ERROR' })));
    for (const value of [secret, ''])
      expect(await call({ 'x-origin-secret': value })).toMatchObject({ statusCode: 403 });
    provideRuntime(createRuntime(config));
  });

  it('a gateway answers everybody where no secret is configured', async () => {
    provideRuntime(createRuntime({ ...config, originSecrets: [] }));
    expect(await call({})).toMatchObject({ statusCode: 200 });
    provideRuntime(createRuntime(config));
  });
});

describe("the caller's address", () => {
  const viewer = { 'x-viewer-address': '2001:db8::1' };

  it("the caller's address is the distribution's word alongside its secret", () => {
    expect(clientAddressOf(event({ ...viewer, 'x-origin-secret': secret }), config)).toBe('2001:db8::1');
  });

  it("the caller's address is the connection's when anybody else says something, or no secret is configured", () => {
    expect(clientAddressOf(event(viewer), config)).toBe('198.51.100.1');
    expect(clientAddressOf(event({ ...viewer, 'x-origin-secret': 'guess' }), config)).toBe('198.51.100.1');
    expect(
      clientAddressOf(event({ ...viewer, 'x-origin-secret': '' }), { originSecrets: [], trustedProxies: [] }),
    ).toBe('198.51.100.1');
  });
});
