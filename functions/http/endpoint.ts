import { createHash } from 'node:crypto';
import middy from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import type { Operation, RequestOf, ResponseOf } from '#shared/api/define.ts';
import type { routes } from '#shared/api/routes.ts';
import type { Context, ProjectContext, ProjectReads, UserContext } from '#shared/kernel/context.ts';
import { clientAddressOf } from './client-address.ts';
import { httpErrors, problemResult } from './errors.ts';
import type { Exact } from './exact.ts';
import { idempotency } from './idempotency.ts';
import { lastAccess, waitForNote } from './last-access.ts';
import { counting, limits, settleLimits } from './limits.ts';
import { databaseFor } from './project-database.ts';
import { access, bearerToken, earlyRead, keptIds, parsedRequest, requestState, rightBody } from './request.ts';
import { type Elsewhere, type Reply, successResult, Unchanged } from './response.ts';
import { beginRevision, tagged, unchangedTag } from './revised.ts';
import { type Event, headerOf, type MiddyRequest, type Result, type State, stateIfAny, stateOf } from './state.ts';

/** The context that an operation's route guarantees. */
export type ContextOf<Op extends Operation> = (typeof routes)[Op['operationId']] extends { auth: 'project' }
  ? ProjectContext
  : (typeof routes)[Op['operationId']] extends { auth: 'none' }
    ? Context
    : UserContext & Partial<Pick<ProjectContext, 'projectId' | 'freshnessHours'>>;

/** What a handler is given: the parsed request, the verb's context, and where the request came from. */
export type EndpointInput<Op extends Operation> = RequestOf<Op> & {
  ctx: ContextOf<Op>;
  client: RequestClient;
  /** Of an operation that is `revised`: what its tag is made of; undefined if that is not certain. */
  revision: string | undefined;
};

/** Who sends a request: the address, and the program as it calls itself. */
interface RequestClient {
  address: string;
  userAgent: string | undefined;
}

/**
 * A read that depends on the request alone. It runs at the same time as the check of the caller, whose project may be
 * another.
 */
type EarlyRead<Op extends Operation, Early> = (ctx: ProjectReads, input: RequestOf<Op>) => Promise<Early>;

/** Only an operation whose contract has a 304 may answer one. */
type UnchangedOf<Op extends Operation> = Op extends { conditional: true } ? Unchanged : never;

/** Only an operation whose contract has a 302 may answer one. */
type ElsewhereOf<Op extends Operation> = Op extends { redirects: true } ? Elsewhere : never;

type AnswerOf<Op extends Operation> = ResponseOf<Op> | Reply<ResponseOf<Op>> | UnchangedOf<Op> | ElsewhereOf<Op>;

export type EndpointHandler = (event: Event, context: LambdaContext) => Promise<Result>;

/**
 * Makes the handler of an operation: the life of a request in its order
 * (docs/design/api-conventions.md#the-life-of-a-request). `fn` has no status code and no try/catch: it calls a verb and
 * returns its record in wire form.
 */
export function endpoint<Op extends Operation, Answer extends AnswerOf<Op>>(
  operation: Op,
  fn: ((input: EndpointInput<Op>) => Promise<Answer>) & Exact<Op, Answer>,
): EndpointHandler {
  return handlerOf(operation, fn);
}

/**
 * Like `endpoint`, for a read that would take one more round trip: its first read runs at the same time as the check of
 * the caller (rule API-28). Its result leaves the function only if the caller may see the project, and its errors count
 * only after that check.
 */
export function endpointWithEarlyRead<Op extends Operation, Early, Answer extends AnswerOf<Op>>(
  operation: Op,
  early: EarlyRead<Op, Early>,
  fn: ((input: EndpointInput<Op>, early: Early) => Promise<Answer>) & Exact<Op, Answer>,
): EndpointHandler {
  return handlerOf(operation, fn, early);
}

function handlerOf<Op extends Operation, Early>(
  operation: Op,
  fn: (input: EndpointInput<Op>, early: Early) => Promise<unknown>,
  early?: EarlyRead<Op, Early>,
): EndpointHandler {
  const handler = middy<Event, Result>({
    requestEnd: (request) => endRequest(operation, request as MiddyRequest),
    timeoutEarlyResponse: () => problemResult('timed_out', `The server ran out of time for '${operation.operationId}'`),
  })
    .use(httpErrors(operation))
    .use(requestState())
    .use(bearerToken(operation))
    .use(parsedRequest(operation))
    .use(beginRevision(operation))
    .use(earlyRead(operation, early))
    .use(access(operation))
    .use(limits(operation))
    .use(rightBody())
    .use(keptIds(operation))
    .use(lastAccess(operation))
    .use(idempotency(operation))
    .handler(async (event: Event): Promise<Result> => {
      const state = stateOf(event);
      const client = { address: clientAddressOf(event, state.ctx.config), userAgent: headerOf(event, 'user-agent') };
      const unchanged = unchangedTag(operation, event);
      if (unchanged) return successResult(operation, state, event, new Unchanged(unchanged));
      const input = { ...state.input, ctx: contextFor(operation, state), client, revision: state.revision };
      // The parts were parsed by this operation's own schemas, and the context follows from its route.
      const parsed = input as unknown as EndpointInput<Op>;
      // Absent, the handler has no such parameter.
      const first = (early && (await firstRead(state, early, parsed))) as Early;
      return successResult(operation, state, event, tagged(operation, event, await fn(parsed, first)));
    }) as unknown as EndpointHandler;
  return counting(handler);
}

/** The result of the early read, unless the check of the caller led to another project than the request named. */
function firstRead<Op extends Operation, Early>(
  { early: begun, authenticated }: State,
  early: EarlyRead<Op, Early>,
  input: EndpointInput<Op>,
): Promise<Early> {
  if (begun && begun.projectId === authenticated?.project?.projectId) return begun.read as Promise<Early>;
  return early(input.ctx as unknown as ProjectReads, input);
}

function contextFor(operation: Operation, { ctx, authenticated, idempotency }: State): Context {
  if (!authenticated) return ctx;
  const { actor, project } = authenticated;
  const mark = idempotency && { idempotency: idempotency.mark };
  return { ...ctx, ...mark, actor, ...project, db: databaseFor(operation, project?.projectId) } as Context;
}

/**
 * Who attempts what with credentials. Only these attempts log an address; the name is hashed, since it may be a
 * mistyped password.
 */
function attemptOf(operation: Operation, { event }: MiddyRequest, { input, ctx }: State) {
  if (!operation.route.path.startsWith('/auth/')) return {};
  const { username } = (input?.body ?? {}) as { username?: string };
  const nameHash = typeof username === 'string' ? hashOfName(username) : undefined;
  return { clientAddress: clientAddressOf(event, ctx.config), nameHash };
}

/** The first sixteen digits of its SHA-256: enough to find a name's attempts by. */
const hashOfName = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16);

async function endRequest(operation: Operation, request: MiddyRequest): Promise<void> {
  await waitForNote(stateIfAny(request.event)?.accessNoted);
  await settleLimits(operation, request);
  logAccess(operation, request);
}

function logAccess(operation: Operation, request: MiddyRequest): void {
  const state = stateIfAny(request.event);
  if (!state) return;
  if (request.response?.headers) request.response.headers['x-request-id'] = state.ctx.requestId;
  state.ctx.log.access({
    operation: operation.operationId,
    status: request.response?.statusCode ?? 500,
    latencyMilliseconds: Math.round(performance.now() - state.startedAt),
    requestId: state.ctx.requestId,
    userId: state.authenticated?.actor.user.userId,
    projectId: state.authenticated?.project?.projectId,
    ...attemptOf(operation, request, state),
  });
}
