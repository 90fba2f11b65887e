import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { buildEvent } from '#local/http-event.ts';
import { detailError, gatewayError, type PlainResponse, toResponse } from '#local/http-result.ts';
import { lambdaContext } from '#local/lambda-context.ts';
import { readBody } from '#local/request-body.ts';
import { createRouter, type NamedRoute, type RouteMatch, type Router } from '#local/router.ts';
import { acceptsHtml, fileResponse, type StaticSite } from '#local/static-site.ts';
import type { Group } from '#shared/contract/routes.ts';

/** A group's Lambda function. */
export type GroupHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/** What the gateway serves. */
export interface GatewayOptions {
  routes: readonly NamedRoute[];
  /** Answers the function of a group; called for every request, so it should remember what it loads. */
  handlerOf: (group: Group) => Promise<GroupHandler>;
  /** The web application; without it every path is the API's. */
  site: StaticSite | undefined;
  /** Answers what is no request of the API or the site, such as an upload; undefined where it does not. */
  receive?: (request: IncomingMessage) => Promise<PlainResponse | undefined>;
  /** Told of every error that the gateway turns into a 500. */
  onError: (error: unknown) => void;
  /** How long a function may take; API Gateway's 30 s unless given. */
  timeoutMilliseconds?: number;
  /** How many functions may be at work at once; 100 unless given. */
  mostAtOnce?: number;
}

/** Beyond it a request is refused at once, as by API Gateway's throttling: waiting, all would come too late. */
const defaultMostAtOnce = 100;
const gatewayTimeoutMilliseconds = 30_000;
/** Longer than clients keep a connection: else one that asks just when it is closed learns of a reset, not of an answer. */
const keepAliveMilliseconds = 65_000;
const apiPrefix = '/api';

interface Target {
  /** Percent-encoded, without the query and the prefix. */
  path: string;
  query: string;
  /** The path began with `/api`: it is the API's whatever the client accepts. */
  underPrefix: boolean;
}

/** An HTTP server that does on one machine what CloudFront and the HTTP API do on AWS (design 8 and 12). */
export function createGateway(options: GatewayOptions): Server {
  const router = createRouter(options.routes);
  const work = { atOnce: 0 };
  const server = createServer((request, response) => {
    respond(request, router, options, work)
      .catch((error: unknown) => {
        // Who has gone away needs no answer, and is nobody's mistake.
        if (!request.socket.destroyed) options.onError(error);
        return gatewayError(500);
      })
      .then((answer) => write(request, response, answer))
      .catch((error: unknown) => {
        options.onError(error);
        response.destroy();
      });
  });
  server.keepAliveTimeout = keepAliveMilliseconds;
  return server;
}

/** Starts to listen on 127.0.0.1 and answers the address; port 0 takes a free one. */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Takes no new request, lets the running ones finish within the grace, and closes. */
export async function closeServer(server: Server, graceMilliseconds = 5_000): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearTimeout(timer);
}

async function respond(
  request: IncomingMessage,
  router: Router,
  options: GatewayOptions,
  work: { atOnce: number },
): Promise<PlainResponse> {
  const target = parseTarget(request.url ?? '');
  if (!target) return detailError(400, 'The path of the request is not a valid percent-encoded path');
  const received = target.underPrefix ? undefined : await options.receive?.(request);
  if (received) return received;
  if (!target.underPrefix && options.site) {
    const answer = await respondFromSite(request, target, options.site);
    if (answer) return answer;
  }
  const method = request.method ?? 'GET';
  // A HEAD is answered as a GET without its body; API Gateway has no route for it.
  const match = router.match(method === 'HEAD' ? 'GET' : method, target.path);
  if (match) {
    if (work.atOnce >= (options.mostAtOnce ?? defaultMostAtOnce)) return gatewayError(429);
    work.atOnce += 1;
    return invoke(request, target, match, options).finally(() => {
      work.atOnce -= 1;
    });
  }
  const methods = router.methodsAt(target.path);
  if (method === 'OPTIONS' && methods.length > 0) return optionsResponse(methods);
  return detailError(404, `Route '${method} ${decodeURIComponent(target.path)}' does not exist`);
}

async function respondFromSite(
  request: IncomingMessage,
  target: Target,
  site: StaticSite,
): Promise<PlainResponse | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = decodeURIComponent(target.path);
  // Relative links of a folder's page only work below the slash.
  if (!path.endsWith('/') && site.find(`${path}/`)) return redirect(`${target.path}/`, target.query);
  const file = site.find(path) ?? (acceptsHtml(request.headers.accept) ? site.page : undefined);
  if (!file) return undefined;
  const acceptEncoding = request.headers['accept-encoding'];
  return fileResponse(file, {
    acceptEncoding: Array.isArray(acceptEncoding) ? acceptEncoding.join(',') : acceptEncoding,
    ifNoneMatch: request.headers['if-none-match'],
  });
}

async function invoke(
  request: IncomingMessage,
  target: Target,
  match: RouteMatch,
  options: GatewayOptions,
): Promise<PlainResponse> {
  const receivedAt = new Date();
  const body = await readBody(request);
  if (body === 'too-large') return detailError(413, 'The request body is larger than 10 MB');
  const event = buildEvent(
    {
      method: match.route.method,
      path: target.path,
      query: target.query,
      rawHeaders: request.rawHeaders,
      body,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
      port: request.socket.localPort ?? 0,
      requestId: randomUUID(),
      receivedAt,
    },
    match,
  );
  const limit = options.timeoutMilliseconds ?? gatewayTimeoutMilliseconds;
  const context = lambdaContext(match.route.group, event.requestContext.requestId, Date.now() + limit);
  const handler = await options.handlerOf(match.route.group);
  return within(limit, handler(event, context).then(toResponse));
}

/** The answer, or 503 when it takes too long; a late failure of the function then has no reader and is dropped. */
async function within(milliseconds: number, answer: Promise<PlainResponse>): Promise<PlainResponse> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PlainResponse>((resolve) => {
    timer = setTimeout(() => resolve(gatewayError(503)), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function parseTarget(url: string): Target | undefined {
  if (!url.startsWith('/')) return undefined;
  const mark = url.indexOf('?');
  const full = mark < 0 ? url : url.slice(0, mark);
  try {
    decodeURIComponent(full);
  } catch {
    return undefined;
  }
  const underPrefix = full === apiPrefix || full.startsWith(`${apiPrefix}/`);
  const path = underPrefix ? full.slice(apiPrefix.length) || '/' : full;
  return { path, query: mark < 0 ? '' : url.slice(mark + 1), underPrefix };
}

function redirect(path: string, query: string): PlainResponse {
  const location = query === '' ? path : `${path}?${query}`;
  return { status: 308, headers: { location }, body: Buffer.alloc(0) };
}

function optionsResponse(methods: readonly string[]): PlainResponse {
  const allow = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  return { status: 204, headers: { allow: allow.join(', ') }, body: Buffer.alloc(0) };
}

function write(request: IncomingMessage, response: ServerResponse, answer: PlainResponse): void {
  const bodiless = answer.status === 204 || answer.status === 304;
  const headers = bodiless ? answer.headers : { ...answer.headers, 'content-length': String(answer.body.length) };
  response.writeHead(answer.status, headers);
  response.end(bodiless || request.method === 'HEAD' ? undefined : answer.body);
}
