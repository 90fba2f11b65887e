import { describe, expect, test } from 'vitest';
import { loadGroup } from '#functions/groups.ts';
import { clientAddressOf } from '#functions/http/client-address.ts';
import { groupHandler } from '#functions/http/group.ts';
import { beginState, type Event, stateIfAny, stateOf } from '#functions/http/state.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { loadConfig } from '#shared/kernel/config.ts';

const event = (headers: Record<string, string>, routeKey = 'GET /health'): Event =>
  ({
    routeKey,
    rawPath: '/nowhere',
    headers,
    requestContext: { http: { sourceIp: '192.0.2.1', method: 'GET' } },
  }) as unknown as Event;

describe("the caller's address", () => {
  const secret = { originSecrets: ['s3cret'], trustedProxies: [] };
  const forwarded = { 'x-viewer-address': '198.51.100.7' };

  test("the address of the caller is the viewer's where the distribution's secret comes with it", () => {
    expect(clientAddressOf(event({ ...forwarded, 'x-origin-secret': 's3cret' }), secret)).toBe('198.51.100.7');
  });

  test.each([
    ['without the secret', forwarded, secret],
    ['with a wrong secret', { ...forwarded, 'x-origin-secret': 'guess' }, secret],
    [
      'where no secret is configured',
      { ...forwarded, 'x-origin-secret': '' },
      { originSecrets: [], trustedProxies: [] },
    ],
  ])(
    'the address of the caller is that of the connection %s, since anybody can send the header',
    (_, headers, config) => {
      expect(clientAddressOf(event(headers), config)).toBe('192.0.2.1');
    },
  );
});

describe('the address behind proxies', () => {
  const config = loadConfig({ TRUSTED_PROXIES: '192.0.2.0/24, 10.0.0.5,2001:db8::/32' });
  test.each([
    ['the one that a trusted proxy names', '203.0.113.7', '203.0.113.7'],
    ['the last that is not a proxy of a chain', '203.0.113.7, 2001:db8::9, 10.0.0.5, 192.0.2.1', '203.0.113.7'],
    ['not what a caller puts before their own', '1.1.1.1, 203.0.113.7, 10.0.0.5', '203.0.113.7'],
    ['the last proxy where it names nothing', '', '192.0.2.1'],
    ['the last proxy where it names no address', 'unknown, 10.0.0.5', '10.0.0.5'],
  ])('the address of a caller behind trusted proxies is %s', (_, header, address) => {
    expect(clientAddressOf(event({ 'x-forwarded-for': header }), config)).toBe(address);
  });

  test('the address of a caller behind a proxy that is not trusted is that of the proxy', () => {
    const others = loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(clientAddressOf(event({ 'x-forwarded-for': '203.0.113.7, 192.0.2.1' }), others)).toBe('192.0.2.1');
  });

  test.each(['10.0.0.0/33', 'proxy.example', '10.0.0', '::1/129', '1.2.3.4/x'])(
    'networks named as %s are refused by the name of the variable',
    (text) => {
      for (const name of ['TRUSTED_PROXIES', 'WEBHOOK_NETWORKS'])
        expect(() => loadConfig({ [name]: `10.0.0.1,${text}` })).toThrow(`${name} '${text}'`);
    },
  );
});

describe('a header', () => {
  test.each(['x-request-id', 'X-Request-Id', 'X-REQUEST-ID'])(
    'a header is read as %s too: AWS SAM on one machine hands names on as they were sent',
    async (name) => {
      provideRuntime(createRuntime(loadConfig({ TABLE_NAME: 'unused', LOG_LEVEL: 'ERROR' })));
      const system = await loadGroup('system');
      const { headers } = await system(event({ [name]: 'sent' }), {} as Parameters<typeof system>[1]);
      expect(headers?.['x-request-id']).toBe('sent');
    },
  );
});

describe('the state of a request', () => {
  test('the state of a request belongs to its event alone', () => {
    const one = event({});
    const state = { startedAt: 0, ctx: { requestId: 'one' } } as unknown as Parameters<typeof beginState>[1];
    beginState(one, state);
    expect(stateOf(one)).toBe(state);
    expect(stateIfAny(event({}))).toBeUndefined();
    expect(() => stateOf(event({}))).toThrow('no state yet');
  });
});

describe('the handler of a group', () => {
  const answer = { statusCode: 200 };
  const handler = groupHandler({ getHealth: async () => answer });
  const context = {} as Parameters<typeof handler>[1];

  test('the handler of a group finds the endpoint by its route', async () => {
    expect(await handler(event({}), context)).toBe(answer);
  });

  test('the handler of a group finds the endpoint by the method where the gateway has one route for all of a path', async () => {
    expect(await handler(event({}, 'ANY /health'), context)).toBe(answer);
    expect(await handler(event({}, 'ANY /chips'), context)).toMatchObject({ statusCode: 404 });
  });

  test('the handler of a group answers a route that it does not have 404 with a detail', async () => {
    const result = await handler(event({}, 'GET /chips'), context);
    expect(result).toMatchObject({ statusCode: 404 });
    expect(JSON.parse(result.body ?? '')).toEqual({
      detail: "Route 'GET /nowhere' does not exist",
      code: 'route_not_found',
    });
  });
});
