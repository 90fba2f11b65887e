import type * as z from 'zod';
import type { ErrorCode } from '../kernel/error-codes.ts';
import { type OperationId, type Route, routes } from './routes.ts';

/** How an operation's body arrives. */
export type BodyType = 'json' | 'form' | 'multipart';

/** Whose writes change a revision: those of the request's project, or of the caller. */
export type Revised = 'project' | 'user';

/** What an operation accepts and answers, besides its route. */
export interface OperationSpec {
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  bodyType?: BodyType;
  /** 201 where something is created, 204 without a schema. */
  status: 200 | 201 | 204;
  /** Status of the answer when an existing item was replaced. */
  replacedStatus?: 200;
  response?: z.ZodType;
  /** Content types of a success that is a file and not JSON; there is no `response` then. */
  file?: readonly string[];
  /** Fields of the body that are accepted without use, as paths; `*` is any name of a record or place of a list (rule API-31). */
  ignoredFields?: readonly string[];
  /** Codes of the refusals that it may answer, besides those that `errorCodesOf` derives. */
  errors?: readonly ErrorCode[];
  /** The answer holds a secret: it is never kept for a repeated request (rule API-21). */
  secret?: boolean;
  /** The success carries an `ETag`, and a write honours `If-Match` (rule API-18). */
  etag?: boolean;
  /** `If-None-Match` with that tag is answered 304 while nothing has changed. */
  conditional?: boolean;
  /** Whose stored items the answer follows from, besides the clock: its tag is made of their revisions (rule API-32). */
  revised?: readonly Revised[];
  /** A file that is larger than an answer is answered 302 with its address. */
  redirects?: boolean;
  /** The file at an address never changes, so that clients need not ask again. */
  immutable?: boolean;
  /** The answer is one object for the life of the process: it is serialized and compressed once. */
  constant?: boolean;
  /** The operation will go in a later release; what replaces it is in its description (rule API-23). */
  deprecated?: boolean;
}

/** One operation of the registry: its route and its shapes. */
export type Operation<Id extends OperationId = OperationId, Spec extends OperationSpec = OperationSpec> = Spec & {
  operationId: Id;
  route: Route;
};

/** Binds the shapes of an operation to its route. */
export const define = <const Id extends OperationId, const Spec extends OperationSpec>(
  operationId: Id,
  spec: Spec,
): Operation<Id, Spec> => ({ ...spec, operationId, route: routes[operationId] });

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Parsed parts of a request, as a handler receives them. */
export interface RequestOf<Op extends Operation> {
  params: Output<Op['params']>;
  query: Output<Op['query']>;
  headers: Output<Op['headers']>;
  body: Output<Op['body']>;
}

export interface FileBody {
  bytes: Uint8Array;
  contentType: string;
  /** What a browser calls it when it is kept. */
  fileName: string;
}

/** The success body of an operation; undefined for 204. */
export type ResponseOf<Op extends Operation> = Op extends { file: readonly string[] }
  ? FileBody
  : Output<Op['response']>;
