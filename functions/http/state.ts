import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type { Context, IdempotencyMark } from '#shared/kernel/context.ts';
import type { ServiceError } from '#shared/kernel/errors.ts';
import type { Grant, Spend } from '#shared/limits/verbs/limiter.ts';
import type { Authenticated, BearerIdentity } from '#shared/people/verbs/auth/authenticate.ts';

/** What the middlewares of one request hand to each other. */
export interface State {
  startedAt: number;
  ctx: Context;
  identity?: BearerIdentity;
  input?: ParsedInput;
  /** The problems of the body, shown only to callers who may send one. */
  badBody?: ServiceError;
  /** A read that was begun before the caller was checked, and the project that it is of. */
  early?: { projectId: string; read: Promise<unknown> };
  authenticated?: Authenticated;
  /** When the request began and, where writes are counted, the revision then, of an operation that is `revised`. */
  begun?: { nowMs: number; projectId: string | undefined; counted: string | undefined };
  /** The revision before the first read of the answer, if that is certain. */
  revision?: string | undefined;
  /** Under way where it is being noted that the caller is here, or in their project (rules USER-5, PROJ-13). */
  accessNoted?: Promise<unknown>;
  /** What the request may use, and what it used (rule LIMIT-1). */
  limits?: RequestLimits;
  /** Keeps or forgets the answer under the request's `Idempotency-Key`. */
  idempotency?: { mark: IdempotencyMark; keep(result: Result): Promise<void>; release(): Promise<void> };
}

/** The limits that a request concerns. */
export interface RequestLimits {
  spends: readonly Spend[];
  /** Undefined of a request that was refused. */
  grant: Grant | undefined;
}

/** All parts of a request, parsed by the operation's schemas. */
export interface ParsedInput {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
}

/** An API Gateway event, payload version 2. */
export type Event = APIGatewayProxyEventV2;
export type Result = APIGatewayProxyStructuredResultV2;
/** A request as middy hands it to a middleware. */
export type MiddyRequest = Request<Event, Result, Error, LambdaContext>;

// Keyed by the event and not in middy's `internal`, because the handler itself receives only the event.
const states = new WeakMap<Event, State>();

export function beginState(event: Event, state: State): void {
  states.set(event, state);
}

/** The state of a request, if it was begun. */
export const stateIfAny = (event: Event): State | undefined => states.get(event);

export function stateOf(event: Event): State {
  const state = states.get(event);
  if (!state) throw new Error('The request has no state yet');
  return state;
}

/** A header of the event by its name in lower case, which `groupHandler` sees to. */
export const headerOf = (event: Event, name: string): string | undefined => event.headers?.[name];
