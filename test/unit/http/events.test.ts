import { describe, expect, test } from 'vitest';
import { handler as system } from '#functions/api/system/index.ts';
import { clientAddressOf } from '#functions/http/client-address.ts';
import { groupHandler } from '#functions/http/group.ts';
import { beginState, type Event, stateIfAny, stateOf } from '#functions/http/state.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { loadConfig } from '#shared/config.ts';

const event = (headers: Record<string, string>, routeKey = 'GET /health'): Event =>
  ({
    routeKey,
    rawPath: '/nowhere',
    headers,
    requestContext: { http: { sourceIp: '192.0.2.1', method: 'GET' } },
  }) as unknown as Event;

describe("the caller's address", () => {
  const secret = { originSecret: 's3cret' };
  const forwarded = { 'x-viewer-address': '198.51.100.7' };

  test("the address of the caller is the viewer's where the distribution's secret comes with it", () => {
    expect(clientAddressOf(event({ ...forwarded, 'x-origin-secret': 's3cret' }), secret)).toBe('198.51.100.7');
  });

  test.each([
    ['without the secret', forwarded, secret],
    ['with a wrong secret', { ...forwarded, 'x-origin-secret': 'guess' }, secret],
    ['where no secret is configured', { ...forwarded, 'x-origin-secret': '' }, { originSecret: '' }],
  ])(
    'the address of the caller is that of the connection %s, since anybody can send the header',
    (_, headers, config) => {
      expect(clientAddressOf(event(headers), config)).toBe('192.0.2.1');
    },
  );
});

describe('a header', () => {
  test.each(['x-request-id', 'X-Request-Id', 'X-REQUEST-ID'])(
    'a header is read as %s too: AWS SAM on one machine hands names on as they were sent',
    async (name) => {
      provideRuntime(createRuntime(loadConfig({ TABLE_NAME: 'unused', LOG_LEVEL: 'ERROR' })));
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

  test('the handler of a group answers a route that it does not have 404 with a detail', async () => {
    const result = await handler(event({}, 'GET /chips'), context);
    expect(result).toMatchObject({ statusCode: 404 });
    expect(JSON.parse(result.body ?? '')).toEqual({
      detail: "Route 'GET /nowhere' does not exist",
      code: 'route_not_found',
    });
  });
});
