import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { buildEvent } from '#local/gateway/http-event.ts';
import { detailError, gatewayError, type PlainResponse, toResponse } from '#local/gateway/http-result.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { readBody } from '#local/gateway/request-body.ts';
import { createRouter, type NamedRoute, type RouteMatch, type Router } from '#local/gateway/router.ts';
import type { RequestsInFlight } from '#local/requests-in-flight.ts';
import type { StaticSite } from '#local/website/static-site.ts';
import type { Group } from '#shared/contract/routes.ts';
import { diskFullRefusal } from '#shared/store/dynamodb/disk-full.ts';

/** A group's Lambda function. */
export type GroupHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

export interface GatewayOptions {
  routes: readonly NamedRoute[];
  /** Answers the function of a group; called for every request, so it should remember what it loads. */
  handlerOf: (group: Group) => Promise<GroupHandler>;
  /** The web application; without it every path is the API's. */
  site: StaticSite | undefined;
  /** Answers what is no request of the API or the site, such as an upload; undefined where it does not. */
  receive?: (request: IncomingMessage, response: ServerResponse) => Promise<PlainResponse | 'answered' | undefined>;
  /** Told of every error that the gateway turns into a 500. */
  onError: (error: unknown) => void;
  /** How long a function may take; API Gateway's 30 s unless given. */
  timeoutMilliseconds?: number;
  /** How many functions may be at work at once; 100 unless given. */
  maxConcurrent?: number;
  /** Counts requests while a function answers them: not while a body comes, and no files. */
  requests?: Pick<RequestsInFlight, 'during'>;
}

/** Beyond it a request is refused at once, as by API Gateway's throttling: waiting, all would come too late. */
const defaultMaxConcurrent = 100;
const gatewayTimeoutMilliseconds = 30_000;
/** Longer than clients keep a connection: else one that asks just when it is closed learns of a reset, not of an answer. */
const keepAliveMilliseconds = 65_000;
/** After it a connection on which nothing moves is closed; longer than a function may take. */
const idleMilliseconds = 120_000;
const apiPrefix = '/api';

interface Target {
  /** Percent-encoded, without the query and the prefix. */
  path: string;
  query: string;
  /** The path began with `/api`: it is the API's whatever the client accepts. */
  underPrefix: boolean;
}

/** An HTTP server that does on one machine what CloudFront and the HTTP API do on AWS (rules DEPLOY-11 and API-8). */
export function createGateway(options: GatewayOptions): Server {
  const router = createRouter(options.routes);
  const work = { running: 0 };
  const server = createServer((request, response) => {
    respond(request, response, router, options, work)
      .catch((error: unknown) => {
        // Who has gone away needs no answer, and is nobody's mistake.
        if (!request.socket.destroyed) options.onError(error);
        const full = diskFullRefusal(error);
        return full ? detailError(full.code, full.message) : gatewayError('internal');
      })
      .then((answer) => answer && write(request, response, answer))
      .catch((error: unknown) => {
        options.onError(error);
        response.destroy();
      });
  });
  server.keepAliveTimeout = keepAliveMilliseconds;
  // A file of gigabytes may take its time, as long as it moves.
  server.requestTimeout = 0;
  server.timeout = idleMilliseconds;
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

/** The answer to a request; undefined where it is written already. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  router: Router,
  options: GatewayOptions,
  work: { running: number },
): Promise<PlainResponse | undefined> {
  const target = parseTarget(request.url ?? '');
  if (!target) return detailError('invalid_request', 'The path of the request is not a valid percent-encoded path');
  const received = target.underPrefix ? undefined : await options.receive?.(request, response);
  if (received) return received === 'answered' ? undefined : received;
  if (!target.underPrefix && options.site && servedBySite(options.site, request, response)) return undefined;
  const method = request.method ?? 'GET';
  // A HEAD is answered as a GET without its body; API Gateway has no route for it.
  const match = router.match(method === 'HEAD' ? 'GET' : method, target.path);
  if (match) {
    if (work.running >= (options.maxConcurrent ?? defaultMaxConcurrent)) return gatewayError('too_many_requests');
    work.running += 1;
    return invoke(request, target, match, options).finally(() => {
      work.running -= 1;
    });
  }
  const methods = router.methodsAt(target.path);
  if (method === 'OPTIONS' && methods.length > 0) return optionsResponse(methods);
  return detailError('route_not_found', `Route '${method} ${decodeURIComponent(target.path)}' does not exist`);
}

/** Whether the site has answered; it decides at once. */
function servedBySite(site: StaticSite, request: IncomingMessage, response: ServerResponse): boolean {
  let answered = true;
  site(request, response, () => {
    answered = false;
  });
  return answered;
}

async function invoke(
  request: IncomingMessage,
  target: Target,
  match: RouteMatch,
  options: GatewayOptions,
): Promise<PlainResponse> {
  const receivedAt = new Date();
  const body = await readBody(request);
  if (body === 'too-large') return detailError('too_large', 'The request body is larger than 10 MB');
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
  const answer = () => withTimeout(limit, handler(event, context).then(toResponse));
  return options.requests ? options.requests.during(answer) : answer();
}

/** The answer, or 503 when it takes too long; a late failure of the function then has no reader and is dropped. */
async function withTimeout(milliseconds: number, response: Promise<PlainResponse>): Promise<PlainResponse> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PlainResponse>((resolve) => {
    timer = setTimeout(() => resolve(gatewayError('unavailable')), milliseconds);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
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
