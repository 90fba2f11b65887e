import { describe, expect, test } from 'vitest';
import { buildEvent, gatewayTime, type ReceivedRequest } from '#local/gateway/http-event.ts';
import { createRouter } from '#shared/api/router.ts';
import { routeList } from '#shared/api/routes.ts';

const router = createRouter(routeList);

function event(overrides: Partial<ReceivedRequest> & { method?: string; path?: string }) {
  const request: ReceivedRequest = {
    method: 'GET',
    path: '/health',
    query: '',
    rawHeaders: ['Host', '127.0.0.1:3000', 'User-Agent', 'tests/1'],
    body: Buffer.alloc(0),
    protocol: 'HTTP/1.1',
    sourceIp: '127.0.0.1',
    port: 3000,
    requestId: 'request-1',
    receivedAt: new Date('2020-03-12T19:03:58.390Z'),
    ...overrides,
  };
  const match = router.match(request.method, request.path);
  if (!match) throw new Error(`no route for ${request.method} ${request.path}`);
  return buildEvent(request, match);
}

describe('the event of payload format 2.0', () => {
  test('an event of a request without query, cookies and body has exactly the fields that API Gateway sends', () => {
    expect(event({})).toEqual({
      version: '2.0',
      routeKey: 'GET /health',
      rawPath: '/health',
      rawQueryString: '',
      headers: {
        host: '127.0.0.1:3000',
        'user-agent': 'tests/1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': '3000',
        'x-forwarded-proto': 'http',
      },
      requestContext: {
        accountId: 'anonymous',
        apiId: 'local',
        domainName: '127.0.0.1:3000',
        domainPrefix: '127',
        http: {
          method: 'GET',
          path: '/health',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'tests/1',
        },
        requestId: 'request-1',
        routeKey: 'GET /health',
        stage: '$default',
        time: '12/Mar/2020:19:03:58 +0000',
        timeEpoch: 1584039838390,
      },
      isBase64Encoded: false,
    });
  });

  test('an event lower-cases header names and joins repeated ones by a comma', () => {
    const { headers } = event({ rawHeaders: ['X-One', 'a', 'x-one', 'b', 'X-ONE', 'c,d'] });
    expect(headers['x-one']).toBe('a,b,c,d');
    expect(Object.keys(headers).filter((name) => name !== name.toLowerCase())).toEqual([]);
  });

  test('an event appends the caller to the addresses that a proxy named', () => {
    const { headers } = event({ rawHeaders: ['X-Forwarded-For', '10.0.0.1'], sourceIp: '127.0.0.9' });
    expect(headers['x-forwarded-for']).toBe('10.0.0.1, 127.0.0.9');
  });

  test('an event gives cookies in a list and not among the headers', () => {
    const { cookies, headers } = event({ rawHeaders: ['Cookie', 'a=1; b=2', 'cookie', 'c=3'] });
    expect(cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(headers.cookie).toBeUndefined();
  });

  test('an event decodes query parameters, joins repeated ones by a comma, and keeps the raw query as sent', () => {
    const { queryStringParameters, rawQueryString } = event({ query: 'p=one&p=two%20words&q=a+b&empty=&%C3%A9=x' });
    expect(queryStringParameters).toEqual({ p: 'one,two words', q: 'a b', empty: '', é: 'x' });
    expect(rawQueryString).toBe('p=one&p=two%20words&q=a+b&empty=&%C3%A9=x');
  });

  test('an event decodes path parameters and the raw path, any Unicode and # included', () => {
    const built = event({ path: '/chips/Chip%20%23%F0%9F%98%80' });
    expect(built.pathParameters).toEqual({ chip_id: 'Chip #😀' });
    expect(built.rawPath).toBe('/chips/Chip #😀');
    expect(built.requestContext.http.path).toBe('/chips/Chip #😀');
    expect(built.routeKey).toBe('GET /chips/{chip_id}');
  });

  test.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON'],
    ['application/xml'],
    ['application/javascript'],
    ['text/plain'],
    ['text/csv;header=present'],
  ])('a body of %s arrives as text', (type) => {
    const built = event({
      method: 'POST',
      path: '/chips',
      rawHeaders: ['Content-Type', type],
      body: Buffer.from('{"é":1}'),
    });
    expect({ body: built.body, isBase64Encoded: built.isBase64Encoded }).toEqual({
      body: '{"é":1}',
      isBase64Encoded: false,
    });
  });

  test.each([
    ['a form', ['Content-Type', 'application/x-www-form-urlencoded']],
    ['a problem document', ['Content-Type', 'application/problem+json']],
    ['a missing content type', []],
    ['bytes', ['Content-Type', 'application/octet-stream']],
    ['a multipart form', ['Content-Type', 'multipart/form-data; boundary=x']],
  ])('the body of %s arrives as base64', (_, rawHeaders) => {
    const built = event({
      method: 'POST',
      path: '/auth/login',
      rawHeaders,
      body: Buffer.from('username=a&password=b'),
    });
    expect(built.isBase64Encoded).toBe(true);
    expect(Buffer.from(built.body ?? '', 'base64').toString()).toBe('username=a&password=b');
  });

  test('text that is not UTF-8 arrives undamaged, as base64', () => {
    const body = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    const built = event({ method: 'POST', path: '/chips', rawHeaders: ['Content-Type', 'application/json'], body });
    expect(built.isBase64Encoded).toBe(true);
    expect(Buffer.from(built.body ?? '', 'base64')).toEqual(body);
  });
});

test('the time of a request is written with two digits and an English month', () => {
  expect(gatewayTime(new Date('2026-01-02T03:04:05.999Z'))).toBe('02/Jan/2026:03:04:05 +0000');
  expect(gatewayTime(new Date('1999-12-31T23:59:59Z'))).toBe('31/Dec/1999:23:59:59 +0000');
});
