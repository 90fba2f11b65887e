import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { bodyLimitOf } from '#shared/api/body-limit.ts';
import type { Operation } from '#shared/api/define.ts';
import { projectId } from '#shared/api/schemas/common.ts';
import { unknownFields } from '#shared/api/unknown-fields.ts';
import type { ProjectReads } from '#shared/kernel/context.ts';
import { invalid, type Problem, ServiceError } from '#shared/kernel/errors.ts';
import { suggestion } from '#shared/kernel/rules/suggest.ts';
import { invertedParameters, rangeParameters } from '#shared/kernel/rules/time-range.ts';
import { type Traced, traceCall } from '#shared/kernel/tracing.ts';
import { hasSpelledIds, withKeptIds } from '#shared/kernel/verbs/spelled-ids.ts';
import { authorize, identify } from '#shared/people/verbs/auth/authenticate.ts';
import { countsWrites } from '../revisions.ts';
import { contextOf, runtime } from '../runtime.ts';
import { formFieldsOf } from './multipart.ts';
import { databaseFor, databaseIfKnown } from './project-database.ts';
import { beginState, type Event, headerOf, type MiddyRequest, type State, stateOf } from './state.ts';

const wellFormedRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** First of all: the request's id, its clock and its log. */
export const requestState = () => ({
  before: (request: MiddyRequest) => {
    const sent = headerOf(request.event, 'x-request-id');
    const requestId = sent && wellFormedRequestId.test(sent) ? sent : randomUUID();
    const ctx = { ...contextOf(runtime(), requestId), undoable: [] };
    beginState(request.event, { startedAt: performance.now(), ctx });
  },
});

/** Reads and verifies the bearer token (401) where the operation wants one. */
export const bearerToken = (operation: Operation) => ({
  before: async (request: MiddyRequest) => {
    if (operation.route.auth === 'none') return;
    const state = stateOf(request.event);
    state.identity = await identify(state.ctx, headerOf(request.event, 'authorization'));
  },
});

/**
 * Parses every part of the request; all problems are answered in one 400. Problems of the body alone are shown only to
 * callers with the right to send one: `rightBody` throws them after `access`.
 */
export const parsedRequest = (operation: Operation) => ({
  before: async (request: MiddyRequest) => {
    const { event } = request;
    const state = stateOf(event);
    const problems: Problem[] = [];
    const check = (part: string, schema: Operation['query'] | Operation['body'], value: () => unknown): unknown => {
      if (!schema) return undefined;
      const parsed = schema.safeParse(value());
      if (parsed.success) return parsed.data;
      // `unknownFieldsOf` names them.
      for (const issue of parsed.error.issues)
        if (issue.code !== 'unrecognized_keys' || part !== 'body')
          problems.push({ path: [part, ...issue.path.map(String)].join('.'), message: issue.message });
      return undefined;
    };
    const sent = new URLSearchParams(event.rawQueryString);
    problems.push(...unknownParameters(operation, sent));
    const input = {
      params: check('path', operation.params, () => event.pathParameters ?? {}),
      query: check('query', operation.query, () => queryOf(sent)),
      headers: check('header', operation.headers, () => event.headers ?? {}),
    };
    problems.push(...invertedRange(input.query));
    check('header.x-project-id', projectHeaderSchema(operation, event), () => headerOf(event, 'x-project-id'));
    const others = problems.length;
    try {
      const body = operation.body ? await bodyOf(event, operation) : unusedBodyOf(event);
      problems.push(...unknownFieldsOf(operation, body));
      state.input = { ...input, body: check('body', operation.body, () => body) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      state.badBody = error;
    }
    const { badBody } = state;
    if (badBody?.code === 'invalid_request') problems.push(...badBody.problems);
    else if (badBody && others > 0) throw badBody;
    if (others > 0) {
      state.badBody = refusalAfterAccess(problems, event);
      return;
    }
    if (problems.length > 0) state.badBody ??= problemsOf(problems);
  },
});

/**
 * The refusal of malformed ids, which waits until the caller is checked (rule API-4).
 * @throws ServiceError any other refusal; also for the id of a project, by which the caller would be checked.
 */
function refusalAfterAccess(problems: readonly Problem[], event: Event): ServiceError {
  const unknown = malformedIds(problems, event);
  if (unknown && problems.every(({ path }) => path !== 'path.project_id')) return unknown;
  throw unknown ?? problemsOf([...problems]);
}

/** An id that no resource can have is unknown like any other (rule API-11), if nothing else is wrong. */
function malformedIds(problems: readonly Problem[], { pathParameters = {} }: Event): ServiceError | undefined {
  const [first] = problems;
  if (!first || !problems.every(({ path }) => path.startsWith('path.'))) return undefined;
  const name = first.path.slice('path.'.length);
  const given = String(pathParameters[name] ?? '').slice(0, 100);
  return new ServiceError('not_found', `Not found: ${name} '${given}': ${first.message}`, { problems: [...problems] });
}

function problemsOf(problems: Problem[]): ServiceError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return invalid(`Invalid request: ${first?.path}: ${first?.message}${more}`, problems);
}

/** Refuses a body that is wrong (400, 413), once it is known that the caller may send one. */
export const rightBody = () => ({
  before: (request: MiddyRequest) => {
    const { badBody } = stateOf(request.event);
    if (badBody) throw badBody;
  },
});

/**
 * Query parameters that the operation does not have. They are refused, since the sender expects an effect (rule
 * API-25).
 */
function unknownParameters({ query }: Operation, sent: URLSearchParams): Problem[] {
  if (sent.size === 0) return [];
  const known = Object.keys(query?.shape ?? {});
  return [...new Set(sent.keys())]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: `query.${name}`,
      message: `is not a parameter of this operation${suggestion(name, known)}`,
    }));
}

/** Fields of the body that the operation does not have: they would be accepted and not used (rule API-31). */
function unknownFieldsOf(
  { body: schema = noFields, ignoredFields: ignored = [] }: Operation,
  body: unknown,
): Problem[] {
  return unknownFields(schema, body)
    .filter(({ path }) => !ignored.some((pattern) => matches(path, pattern.split('.'))))
    .map(({ path, known }) => ({
      path: ['body', ...path].join('.'),
      message: `is not a field of this request${suggestion(String(path.at(-1)), known)}`,
    }));
}

const noFields = z.object({});

const matches = (path: readonly (string | number)[], pattern: readonly string[]): boolean =>
  path.length === pattern.length && pattern.every((part, n) => part === '*' || part === path[n]);

/** A body of an operation that has none, where it is JSON. */
function unusedBodyOf({ body = '', isBase64Encoded }: Event): unknown {
  try {
    return JSON.parse(isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body);
  } catch {
    return undefined;
  }
}

/** A range that ends before it begins, in any operation: nothing can lie within (rule API-27). */
function invertedRange(query: unknown): Problem[] {
  const names = query ? invertedParameters(query as Record<string, unknown>) : undefined;
  return names ? [{ path: `query.${names.last}`, message: `must not be before ${names.first}` }] : [];
}

/** The header chooses the project, unless the path does; no other operation reads it. */
function projectHeaderSchema({ route }: Operation, event: Event): Operation['body'] {
  const read = route.auth === 'project' || projectOfUser(route) === 'optional';
  const sent = headerOf(event, 'x-project-id') !== undefined && event.pathParameters?.project_id === undefined;
  return read && sent ? projectId : undefined;
}

/**
 * Begins a read at the same time as the check of the caller, if the request or the token names the project (rule
 * API-28). Its error is thrown when its result is awaited, which does not happen for a refused caller.
 */
export const earlyRead = (
  operation: Operation,
  begin: ((ctx: ProjectReads, input: never) => Promise<unknown>) | undefined,
) => ({
  before: (request: MiddyRequest) => {
    const state = stateOf(request.event);
    // Mostly nothing has changed, and then nothing is read.
    if (operation.revised && headerOf(request.event, 'if-none-match') !== undefined) return;
    const projectId = requestedProject(request.event) ?? state.identity?.projectId;
    // An id in other characters is known by its project alone.
    const isSpelled = partsOf(state).some(hasSpelledIds);
    if (!begin || isSpelled || state.badBody || projectId === undefined) return;
    const db = databaseIfKnown(operation, projectId);
    if (!db) return;
    const read = begin({ ...state.ctx, db, projectId }, state.input as never);
    read.catch(() => undefined);
    state.early = { projectId, read };
  },
});

const partsOf = ({ input }: State): unknown[] => (input ? [input.params, input.query, input.body] : []);

/** Replaces ids in other characters by those that the project has (rule ID-9). */
export const keptIds = (operation: Operation) => ({
  before: async (request: MiddyRequest) => {
    const state = stateOf(request.event);
    const projectId = state.authenticated?.project?.projectId;
    if (projectId === undefined || !state.input || !partsOf(state).some(hasSpelledIds)) return;
    const of = { db: databaseFor(operation, projectId), projectId };
    const kept = (part: unknown) => (hasSpelledIds(part) ? withKeptIds(of, part as Record<string, unknown>) : part);
    const { params, query, headers, body } = state.input;
    state.input = { params: await kept(params), query: await kept(query), headers, body: await kept(body) };
  },
});

export const requestedProject = (event: Event): string | undefined =>
  event.pathParameters?.project_id ?? headerOf(event, 'x-project-id');

/** Checks user, token version, membership and role with one consistent read (401, 403). */
export const access = (operation: Operation) => ({
  before: async (request: MiddyRequest) => {
    const state = stateOf(request.event);
    const { route } = operation;
    if (!state.identity || route.auth === 'none') return;
    const project = route.auth === 'project' ? { required: route.role } : projectOfUser(route);
    state.authenticated = await authorize(state.ctx, state.identity, {
      requestedProjectId: requestedProject(request.event),
      project,
      admin: route.auth === 'admin',
      writes: route.method !== 'GET',
      sessionOnly: route.sessionOnly === true,
      beforePasswordChange: route.beforePasswordChange === true,
      revised: countsWrites() ? undefined : operation.revised,
    });
    traceCall({ projectId: state.authenticated.project?.projectId, ...runNamedBy(state) });
  },
});

/** The run in the address of a request. */
function runNamedBy({ input }: State): Traced {
  const { execution_id, flow_run_id } = (input?.params ?? {}) as { execution_id?: string; flow_run_id?: string };
  return { executionId: execution_id, flowRunId: flow_run_id };
}

const projectOfUser = (route: Operation['route']): 'optional' | 'none' =>
  route.auth === 'user' && route.project === 'optional' ? 'optional' : 'none';

/** Query parameters; one that is repeated is a list. The raw string is read, since the event joins lists by commas. */
function queryOf(sent: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of sent) {
    const before = query[name];
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  // QDash's pages send the unset ends of a range as empty texts.
  for (const name of rangeParameters) if (query[name] === '') delete query[name];
  return query;
}

/** @throws ServiceError for a body that is too large, is not UTF-8 or not JSON. */
async function bodyOf(event: Event, operation: Operation): Promise<unknown> {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const limit = bodyLimitOf(operation.route);
  // The gateway of one machine discards a body that is too large, but keeps its announced size.
  const size = Math.max(bytes.length, Number(headerOf(event, 'content-length')) || 0);
  if (size > limit) throw new ServiceError('too_large', `The request body has ${size} bytes; ${limit} are allowed`);
  if (operation.bodyType === 'multipart') return formFieldsOf(bytes, headerOf(event, 'content-type'));
  if (operation.bodyType === 'form') refuseOtherThanForm(headerOf(event, 'content-type'));
  const text = decodeUtf8(bytes);
  if (operation.bodyType === 'form') return Object.fromEntries(new URLSearchParams(text));
  if (text.trim() === '') return {};
  const value = parseJson(text);
  // Only an escape can bring in half a surrogate pair, which has no UTF-8 form and so cannot be stored.
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value))
    throw invalid('The request body has a lone surrogate, which is not a Unicode character', [
      { path: 'body', message: 'must be well-formed Unicode' },
    ]);
  // JavaScript's own name: some copies of a map would have it as their prototype, and so lose it unsaid.
  if (/__proto__|\\u005f/i.test(text) && hasName(value, '__proto__'))
    throw invalid("The request body has a member named '__proto__', which is not allowed", [
      { path: 'body', message: "must have no member named '__proto__'" },
    ]);
  return value;
}

/** JSON that is read as a form is one field whose name is all of it: the answer would repeat a password. */
function refuseOtherThanForm(contentType: string | undefined): void {
  const form = 'application/x-www-form-urlencoded';
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === '' || type === form) return;
  throw invalid(`The request body must be ${form}, not ${type}`, [{ path: 'body', message: `must be ${form}` }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`The request body is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`, [
      { path: 'body', message: 'must be JSON' },
    ]);
  }
}

/** Whether every text in a JSON value is well-formed; without recursion, since a body may be nested deeply. */
function isWellFormed(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && !next.isWellFormed()) return false;
    if (next === null || typeof next !== 'object') continue;
    for (const [key, entry] of Object.entries(next)) {
      if (!key.isWellFormed()) return false;
      open.push(entry);
    }
  }
  return true;
}

/** Whether a map at any level of a JSON value has a name; without recursion as well. */
function hasName(value: unknown, name: string): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    if (Object.hasOwn(next, name)) return true;
    for (const entry of Object.values(next)) open.push(entry);
  }
  return false;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The request body is not valid UTF-8', [{ path: 'body', message: 'must be UTF-8' }]);
  }
}
