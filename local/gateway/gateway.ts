import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { Bodies, type Body, type BodyLimits, type NoBody } from '#local/gateway/bodies.ts';
import { Callers } from '#local/gateway/callers.ts';
import { sourceOf } from '#local/gateway/client-address.ts';
import { HeldBytes, type HeldLimits } from '#local/gateway/held-bytes.ts';
import { buildEvent } from '#local/gateway/http-event.ts';
import {
  detailError,
  gatewayError,
  type PlainResponse,
  tooManyRequests,
  toResponse,
} from '#local/gateway/http-result.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { Activity, type TurnLimits, Turns } from '#local/gateway/turns.ts';
import type { RequestsInFlight } from '#local/requests-in-flight.ts';
import type { StaticSite } from '#local/website/static-site.ts';
import { bodyLimitOf } from '#shared/api/body-limit.ts';
import { createRouter, type NamedRoute, type RouteMatch, type Router } from '#shared/api/router.ts';
import type { Group } from '#shared/api/routes.ts';
import { withRequestSignal } from '#shared/kernel/request-signal.ts';
import { diskFullRefusal } from '#shared/kernel/store/dynamodb/disk-full.ts';

/** A group's Lambda function. */
export type GroupHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

export interface GatewayOptions {
  routes: readonly NamedRoute[];
  /** Returns the function of a group. It is called for every request, so it should cache. */
  handlerOf: (group: Group) => Promise<GroupHandler>;
  /** Identifies callers; by default their addresses. */
  callers?: Pick<Callers, 'of' | 'learn'>;
  /** The web application; without it every path belongs to the API. */
  site: StaticSite | undefined;
  /** Handles requests outside the API and the site, such as uploads; returns undefined for others. */
  receive?: (request: IncomingMessage, response: ServerResponse) => Promise<PlainResponse | 'answered' | undefined>;
  /** Receives every error that the gateway turns into a 500. */
  onError: (error: unknown) => void;
  /** Counts requests while a function handles them, but not while a body arrives, and no file downloads. */
  requests?: Pick<RequestsInFlight, 'during' | 'noteRefusal'>;
  limits?: Partial<GatewayLimits>;
}

/** Limits of one machine (rules DEPLOY-34, DEPLOY-35, DEPLOY-37 and DEPLOY-39). */
export interface GatewayLimits {
  /** Time limit of a function, as in API Gateway. */
  timeoutMilliseconds: number;
  turns: TurnLimits;
  /** For heavy routes. */
  heavyTurns: TurnLimits;
  bodies: BodyLimits;
  /** Responses that callers have not read yet. */
  answers: HeldLimits;
}

const megabyte = 1024 * 1024;

const defaultLimits: GatewayLimits = {
  timeoutMilliseconds: 30_000,
  turns: { running: 24, perCaller: 6, waitingPerCaller: 200, waitMilliseconds: 10_000 },
  heavyTurns: { running: 2, perCaller: 1, waitingPerCaller: 200, waitMilliseconds: 30_000, longMilliseconds: 50 },
  bodies: {
    readingPerCaller: 32,
    graceMilliseconds: 10_000,
    leastBytesPerSecond: 16 * 1024,
    perCaller: 32 * megabyte,
    total: 96 * megabyte,
  },
  answers: { perCaller: 48 * megabyte, total: 128 * megabyte },
};

/** Longer than clients keep a connection; otherwise a request at the moment of closing would see a reset. */
const keepAliveMilliseconds = 65_000;
/** Time limit for the head of a request, even at a slow rate. */
const headersMilliseconds = 20_000;
/** An idle connection is closed after this time, which exceeds a function's time limit. */
const idleMilliseconds = 120_000;
const apiPrefix = '/api';

interface Target {
  /** Percent-encoded, without the query and the prefix. */
  path: string;
  query: string;
  /** The path started with `/api`, so it belongs to the API, whatever the client accepts. */
  underPrefix: boolean;
}

/** State of a gateway between requests. */
interface Gateway {
  options: GatewayOptions;
  callers: Pick<Callers, 'of' | 'learn'>;
  limits: GatewayLimits;
  router: Router;
  turns: Turns;
  heavyTurns: Turns;
  activity: Activity;
  bodies: Bodies;
  answers: HeldBytes;
}

/** A request and its sender. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  caller: string;
  /** Aborted if the sender disconnects before the response. */
  gone: AbortSignal;
}

/** An HTTP server that replaces CloudFront and the HTTP API on one machine (rules DEPLOY-11 and API-8). */
export function createGateway(options: GatewayOptions): Server {
  const limits = { ...defaultLimits, ...options.limits };
  const byAddress = { userOfLogin: async () => undefined, addressOf: sourceOf };
  const activity = new Activity();
  const gateway: Gateway = {
    ...{ options, limits },
    callers: options.callers ?? new Callers(byAddress),
    router: createRouter(options.routes),
    activity,
    turns: new Turns(limits.turns),
    heavyTurns: new Turns(limits.heavyTurns, activity),
    bodies: new Bodies(limits.bodies),
    answers: new HeldBytes(limits.answers),
  };
  const server = createServer((request, response) => {
    serve(request, response, gateway).catch((error: unknown) => {
      options.onError(error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = keepAliveMilliseconds;
  server.headersTimeout = headersMilliseconds;
  // A large file may take its time as long as it progresses. API bodies have their own checks.
  server.requestTimeout = 0;
  server.timeout = idleMilliseconds;
  return server;
}

async function serve(request: IncomingMessage, response: ServerResponse, gateway: Gateway): Promise<void> {
  const { options } = gateway;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  // A disconnected sender is not an error; the connection's own events are known.
  response.on('error', () => undefined);
  let caller = '';
  try {
    caller = await gateway.callers.of(request);
    const answer = await respond({ request, response, caller, gone: gone.signal }, gateway);
    if (answer) write(request, response, answer, gateway.answers, caller);
  } catch (error) {
    // A disconnected sender needs no response and is not an error.
    if (request.socket.destroyed) return;
    options.onError(error);
    if (response.headersSent) return void response.destroy();
    const full = diskFullRefusal(error);
    const answer = full ? detailError(full.code, full.message) : gatewayError('internal');
    write(request, response, answer, gateway.answers, caller);
  }
}

/** Starts to listen on 127.0.0.1 and returns the address; port 0 picks a free one. */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Accepts no new requests, lets running ones finish within the grace period, and closes. */
export async function closeServer(server: Server, graceMilliseconds = 5_000): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearTimeout(timer);
}

/** The response to a request; undefined if it was written already or the sender is gone. */
async function respond(exchange: Exchange, gateway: Gateway): Promise<PlainResponse | undefined> {
  const { request, response, caller } = exchange;
  const { options, router, bodies } = gateway;
  const target = parseTarget(request.url ?? '');
  if (!target) return detailError('invalid_request', 'The path of the request is not a valid percent-encoded path');
  const received = target.underPrefix ? undefined : await options.receive?.(request, response);
  if (received) {
    if (received === 'answered') return undefined;
    // So that the sender reads the response instead of a reset connection.
    if (!request.complete) await bodies.read(request, caller, 0).catch(() => undefined);
    return received;
  }
  if (!target.underPrefix && options.site && (await options.site(request, response))) return undefined;
  const method = request.method ?? 'GET';
  // A HEAD is handled as a GET without its body; API Gateway has no route for it.
  const match = router.match(method === 'HEAD' ? 'GET' : method, target.path);
  if (match) return answerRoute(exchange, target, match, gateway);
  const methods = router.methodsAt(target.path);
  if (method === 'OPTIONS' && methods.length > 0) return optionsResponse(methods);
  return detailError('route_not_found', `Route '${method} ${decodeURIComponent(target.path)}' does not exist`);
}

/** Reads the body, waits for a turn, and calls the function. */
async function answerRoute(
  exchange: Exchange,
  target: Target,
  match: RouteMatch,
  gateway: Gateway,
): Promise<PlainResponse | undefined> {
  const { request, caller, gone } = exchange;
  const { options, bodies, limits, activity } = gateway;
  const [turns, turnLimits] = match.route.heavy
    ? [gateway.heavyTurns, limits.heavyTurns]
    : [gateway.turns, limits.turns];
  activity.note(caller);
  const refused = (answer: PlainResponse, isUnread = false): PlainResponse => {
    options.requests?.noteRefusal();
    if (isUnread) answer.headers.connection = 'close';
    return answer;
  };
  const receivedAt = new Date();
  const body = await bodies.read(request, caller, bodyLimitOf(match.route));
  if (typeof body === 'string') return refused(bodyRefusal(body, limits.bodies), body !== 'too-large');
  const turn = await turns.take(caller, gone);
  if (typeof turn === 'string') {
    body.release();
    return turn === 'gone' ? undefined : refused(turnRefusal(turn, caller, turnLimits));
  }
  return invoke(exchange, { target, match, body, receivedAt }, gateway, () => {
    body.release();
    turn.end();
  });
}

function bodyRefusal(why: NoBody, limits: BodyLimits): PlainResponse {
  if (why === 'too-large') return detailError('too_large', 'The request body is larger than 10 MB');
  if (why === 'crowded')
    return tooManyRequests(
      `A caller may send ${limits.readingPerCaller} bodies of ${limits.perCaller} bytes together at once, and this one gave way`,
    );
  const seconds = limits.graceMilliseconds / 1000;
  return detailError(
    'invalid_request',
    `The request body arrived too slowly: after ${seconds} s at least ${limits.leastBytesPerSecond} bytes a second are needed`,
  );
}

function turnRefusal(why: 'full' | 'late', caller: string, limits: TurnLimits): PlainResponse {
  const who = caller.startsWith('user ') ? 'a user' : 'an address without a token';
  const limit = `The service answers ${limits.perCaller} such requests of ${who} at once`;
  if (why === 'full') return tooManyRequests(`${limit}, and ${limits.waitingPerCaller} more are waiting`);
  return tooManyRequests(`${limit}, and this one waited ${limits.waitMilliseconds / 1000} s for its turn`);
}

interface Accepted {
  target: Target;
  match: RouteMatch;
  body: Body;
  receivedAt: Date;
}

/**
 * Calls the function of a route. @param end called when the function has ended, possibly after the response: its work
 * beyond the time limit counts like any other.
 */
async function invoke(
  { request, gone }: Exchange,
  { target, match, body, receivedAt }: Accepted,
  { options, callers, limits }: Gateway,
  end: () => void,
): Promise<PlainResponse> {
  const event = buildEvent(
    {
      method: match.route.method,
      path: target.path,
      query: target.query,
      rawHeaders: body.size > body.bytes.length ? withLength(request.rawHeaders, body.size) : request.rawHeaders,
      body: body.bytes,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: sourceOf(request),
      port: request.socket.localPort ?? 0,
      requestId: randomUUID(),
      receivedAt,
    },
    match,
  );
  const { timeoutMilliseconds } = limits;
  const context = lambdaContext(match.route.group, event.requestContext.requestId, Date.now() + timeoutMilliseconds);
  const late = new AbortController();
  // A write continues to its end even if the sender disconnects.
  const signal = match.route.method === 'GET' ? AbortSignal.any([gone, late.signal]) : undefined;
  const answering = withRequestSignal(signal, async () => {
    const handler = await options.handlerOf(match.route.group);
    return toResponse(await handler(event, context));
  });
  answering.then(end, end);
  const answer = () => withTimeout(timeoutMilliseconds, answering, () => late.abort());
  const answered = await (options.requests ? options.requests.during(answer) : answer());
  if (match.route.auth !== 'none') callers.learn(request, answered.status);
  return answered;
}

/** The headers of a request whose body was discarded, with its original size. */
function withLength(rawHeaders: readonly string[], size: number): string[] {
  const others = rawHeaders.flatMap((name, n) =>
    n % 2 === 0 && name.toLowerCase() !== 'content-length' ? [name, rawHeaders[n + 1] ?? ''] : [],
  );
  return [...others, 'content-length', String(size)];
}

/** The response, or 503 after the time limit. A later failure of the function is ignored. */
async function withTimeout(
  milliseconds: number,
  response: Promise<PlainResponse>,
  onLate: () => void,
): Promise<PlainResponse> {
  const { promise: late, resolve } = Promise.withResolvers<PlainResponse>();
  const timer = setTimeout(() => {
    onLate();
    resolve(gatewayError('unavailable'));
  }, milliseconds);
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

/**
 * Writes a response. Bytes that the caller does not read count towards their limit, and are dropped beyond it (rule
 * DEPLOY-39).
 */
function write(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PlainResponse,
  answers: HeldBytes,
  caller: string,
): void {
  const bodiless = answer.status === 204 || answer.status === 304;
  const headers = bodiless ? answer.headers : { ...answer.headers, 'content-length': String(answer.body.length) };
  const body = bodiless || request.method === 'HEAD' ? undefined : answer.body;
  const holding = answers.hold(caller, () => response.destroy());
  response.once('finish', holding.release).once('close', holding.release);
  response.writeHead(answer.status, headers);
  response.end(body);
  if (body && !response.writableFinished) holding.add(body.length);
}
