import type * as z from 'zod';
import type { ErrorCode } from '../kernel/error-codes.ts';
import type { Operation } from './define.ts';
import { etagCache } from './etag-cache.ts';
import { isOffered, notOfferedText } from './offered.ts';
import type { Registry } from './registry.ts';
import { type OfferedId, type OperationId, routes } from './routes.ts';

/**
 * A typed client of the API over `fetch`, projected from the registry's types: no schema and no generated code
 * reaches the caller's bundle, only the list of routes.
 */

interface ApiProblem {
  path: string;
  message: string;
}

/** A refusal of the API: its status, its `detail`, its `code` and, for a 400, every problem with its path. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  /** Undefined where something before the service answered, such as API Gateway: its status is all that is known. */
  readonly code: ErrorCode | undefined;
  readonly errors: ApiProblem[];
  /** Seconds that the service asks to wait before the next try (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    status: number,
    detail: string,
    more: { code?: ErrorCode | undefined; errors?: ApiProblem[]; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.code = more.code;
    this.errors = more.errors ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

type SchemaInput<Op extends Operation, Part extends 'params' | 'body'> = Op[Part] extends z.ZodType
  ? z.input<Op[Part]>
  : undefined;
type QueryValue = string | number | boolean | undefined | readonly (string | number)[];
type QueryInput<Op extends Operation> = Op['query'] extends z.ZodType
  ? { [Key in keyof z.input<Op['query']>]?: QueryValue }
  : undefined;
type Loose<T> = { [Key in keyof T]: string | number };

/** What a call of an operation takes: only the parts that it has. */
export type CallInput<Op extends Operation> = (SchemaInput<Op, 'params'> extends undefined
  ? { params?: never }
  : { params: Loose<SchemaInput<Op, 'params'>> }) &
  (SchemaInput<Op, 'body'> extends undefined ? { body?: never } : { body: SchemaInput<Op, 'body'> }) &
  (QueryInput<Op> extends undefined ? { query?: never } : { query?: QueryInput<Op> }) & {
    headers?: Record<string, string>;
    signal?: AbortSignal;
  } & (Op extends { conditional: true }
    ? {
        /** Asks for what changed since this client's last such call; unchanged, it is given the same object again. */
        ifChanged?: boolean;
      }
    : { ifChanged?: never });

/** The success body of an operation: its JSON, or a file with its content type. */
export type CallOutput<Op extends Operation> = Op extends { file: readonly string[] }
  ? Blob
  : Op['response'] extends z.ZodType
    ? z.output<Op['response']>
    : undefined;

/** operationId -> call, of these operations. */
export type ClientOf<Ids extends OperationId> = {
  [Id in Ids]: Record<string, never> extends CallInput<Registry[Id]>
    ? (input?: CallInput<Registry[Id]>) => Promise<CallOutput<Registry[Id]>>
    : (input: CallInput<Registry[Id]>) => Promise<CallOutput<Registry[Id]>>;
};

/** operationId -> call, of every operation that is not for clients of another service. */
export type Client = ClientOf<OfferedId>;

/** How to reach the API. */
export interface ClientOptions {
  /** Address of the API without a trailing slash, such as `https://host/api`; empty for the same origin. */
  baseUrl: string;
  /** The access token of the moment, if any. */
  token?: () => string | undefined;
  /** The project of the moment, if any (sent as `X-Project-Id`). */
  projectId?: () => string | undefined;
  fetch?: typeof fetch;
}

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  ifChanged?: boolean | undefined;
}

/** Operations whose body is a form; the registry's tests hold this list true. */
export const formOperations: ReadonlySet<OperationId> = new Set<OperationId>(['login']);

/** Operations whose body is a form with a file; the registry's tests hold this list true. */
export const multipartOperations: ReadonlySet<OperationId> = new Set<OperationId>(['createImage']);

/** Operations that answer a file; the registry's tests hold this list true. */
export const fileOperations: ReadonlySet<OperationId> = new Set<OperationId>([
  'exportProjectAudit',
  'exportSystemAudit',
  'getFigureByPath',
  'downloadFile',
  'downloadFiguresAsZip',
  'exportChip',
  'downloadMetricsPdf',
  'getImage',
]);

/** The path of an operation with its parameters filled in and its query appended. */
export function buildPath(
  operationId: OperationId,
  params: Record<string, string | number> = {},
  query: Record<string, QueryValue> = {},
): string {
  const path = routes[operationId].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operationId} needs the path parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, String(item));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Operations that do not send and answer JSON alone. */
interface BodyKinds {
  multipart: ReadonlySet<OperationId>;
  files: ReadonlySet<OperationId>;
}

/** Makes a client. A failed call throws `ApiError`; a network failure throws what `fetch` throws. */
export function createClient(options: ClientOptions): Client {
  const ids = Object.keys(routes) as OperationId[];
  const calls = clientOf(ids.filter(isOffered), options);
  for (const id of ids)
    if (!isOffered(id)) Object.assign(calls, { [id]: () => Promise.reject(new Error(notOfferedText(id))) });
  return calls;
}

/** Makes a client of these operations. */
export function clientOf<Ids extends OperationId>(
  operationIds: readonly Ids[],
  options: ClientOptions,
  kinds: BodyKinds = { multipart: multipartOperations, files: fileOperations },
): ClientOf<Ids> {
  const send = options.fetch ?? fetch;
  const cache = etagCache();
  const call = async (operationId: OperationId, input: AnyInput = {}): Promise<unknown> => {
    const headers = headersOf(options, input);
    const path = buildPath(operationId, input.params, input.query);
    const name = `${headers['x-project-id'] ?? ''} ${path}`;
    const known = input.ifChanged ? cache.get(name) : undefined;
    if (known) headers['if-none-match'] = known.etag;
    const response = await send(`${options.baseUrl}${path}`, {
      method: routes[operationId].method,
      headers,
      ...(input.body === undefined ? {} : { body: encodeBody(operationId, input.body, { headers, kinds }) }),
      ...(input.signal ? { signal: input.signal } : {}),
    });
    const isKnown = known !== undefined && response.status === 304;
    const value = isKnown ? known.value : await readResponse(response, kinds.files.has(operationId));
    if (input.ifChanged) cache.keep(name, isKnown ? known.etag : response.headers.get('etag'), value);
    return value;
  };
  const entries = operationIds.map((id) => [id, (input?: AnyInput) => call(id, input)] as const);
  // The calls are typed by the registry, and the answers of the service are held to the same schemas (rule API-7).
  return Object.fromEntries(entries) as unknown as ClientOf<Ids>;
}

function headersOf(options: ClientOptions, input: AnyInput): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...input.headers };
  const token = options.token?.();
  if (token) headers.authorization = `Bearer ${token}`;
  const projectId = options.projectId?.();
  if (projectId) headers['x-project-id'] ??= projectId;
  return headers;
}

/** @throws ApiError where the answer is a refusal. */
async function readResponse(response: Response, isFile: boolean): Promise<unknown> {
  if (response.ok && isFile) return response.blob();
  const text = await response.text();
  const json = parseJson(text);
  if (!response.ok) throw toApiError(response, json);
  return text ? json : undefined;
}

/** The body as it is sent; its content type is added to the headers. */
function encodeBody(
  operationId: OperationId,
  body: unknown,
  { headers, kinds }: { headers: Record<string, string>; kinds: BodyKinds },
): string | FormData {
  if (kinds.multipart.has(operationId)) {
    const form = new FormData();
    for (const [name, file] of Object.entries(body as Record<string, Blob>)) form.set(name, file);
    // The platform names the type itself, with the boundary that it has chosen.
    return form;
  }
  const form = formOperations.has(operationId);
  headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json';
  return form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}

function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The seconds of a `Retry-After`; undefined without one, and for a date. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function toApiError(response: Response, body: unknown): ApiError {
  const { status } = response;
  const { detail, code, errors, message } = (body ?? {}) as {
    detail?: unknown;
    code?: ErrorCode;
    message?: unknown;
    errors?: ApiProblem[];
  };
  const text = typeof detail === 'string' ? detail : typeof message === 'string' ? message : `HTTP status ${status}`;
  return new ApiError(status, text, {
    code,
    retryAfterSeconds: retryAfterOf(response),
    ...(errors ? { errors } : {}),
  });
}
