import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RouteMatch } from '#shared/api/router.ts';

/*
 * HTTP request -> event of an API Gateway HTTP API, payload format 2.0
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html).
 */

/** A request as received. */
export interface ReceivedRequest {
  method: string;
  /** Percent-encoded path without the query, and without the `/api` prefix. */
  path: string;
  /** Everything after the `?`, as sent; empty without one. */
  query: string;
  /** Names and values alternating, as in Node's `rawHeaders`. */
  rawHeaders: readonly string[];
  body: Buffer;
  /** `HTTP/1.1` */
  protocol: string;
  sourceIp: string;
  /** Port that the server listens on. */
  port: number;
  requestId: string;
  receivedAt: Date;
}

const textTypes = /^(text\/.+|application\/(json|xml|javascript))$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Builds the event that the group's function receives for a matched route. */
export function buildEvent(request: ReceivedRequest, match: RouteMatch): APIGatewayProxyEventV2 {
  const { headers, cookies } = combineHeaders(request);
  const decodedPath = decodeURIComponent(request.path);
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath: decodedPath,
    rawQueryString: request.query,
    headers,
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: (headers.host ?? '').split('.')[0] ?? '',
      http: {
        method: request.method,
        path: decodedPath,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey: match.routeKey,
      stage: '$default',
      time: gatewayTime(request.receivedAt),
      timeEpoch: request.receivedAt.getTime(),
    },
    isBase64Encoded: false,
  };
  if (cookies.length > 0) event.cookies = cookies;
  if (request.query !== '') event.queryStringParameters = combineQuery(request.query);
  if (Object.keys(match.pathParameters).length > 0) event.pathParameters = match.pathParameters;
  if (request.body.length > 0) Object.assign(event, encodeBody(request.body, headers['content-type']));
  return event;
}

/** `12/Mar/2020:19:03:58 +0000`, API Gateway's format of a request's time. */
export function gatewayTime(instant: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${two(instant.getUTCDate())}/${months[instant.getUTCMonth()]}/${instant.getUTCFullYear()}`;
  const time = [instant.getUTCHours(), instant.getUTCMinutes(), instant.getUTCSeconds()].map(two).join(':');
  return `${date}:${time} +0000`;
}

/** Lower-case names, repeated headers joined by a comma, cookies separate. */
function combineHeaders(request: ReceivedRequest): { headers: Record<string, string>; cookies: string[] } {
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const name = (request.rawHeaders[i] ?? '').toLowerCase();
    const value = request.rawHeaders[i + 1] ?? '';
    const before = headers.get(name);
    if (name === 'cookie') cookies.push(...value.split(';').flatMap((cookie) => cookie.trim() || []));
    else headers.set(name, before === undefined ? value : `${before},${value}`);
  }
  const forwarded = headers.get('x-forwarded-for');
  headers.set('x-forwarded-for', forwarded ? `${forwarded}, ${request.sourceIp}` : request.sourceIp);
  headers.set('x-forwarded-port', String(request.port));
  headers.set('x-forwarded-proto', 'http');
  return { headers: Object.fromEntries(headers), cookies };
}

function combineQuery(query: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(values);
}

/**
 * A form or a body without content type arrives as base64, and so does text that is not UTF-8, which would be damaged
 * otherwise.
 */
function encodeBody(body: Buffer, contentType: string | undefined): { body: string; isBase64Encoded: boolean } {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const text = textTypes.test(type) ? body.toString('utf8') : undefined;
  return text !== undefined && Buffer.from(text, 'utf8').equals(body)
    ? { body: text, isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true };
}
