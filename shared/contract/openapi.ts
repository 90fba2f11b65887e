import type * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { version } from '../version.ts';
import type { Operation } from './define.ts';
import { operations } from './registry.ts';
import { errorBody } from './schemas/common.ts';

/** The interface description (OpenAPI 3.1), projected from the registry. */

const statusTexts: Record<number, string> = {
  400: 'Invalid input; `errors` lists every problem',
  401: 'Authentication required',
  403: 'Not authorized',
  404: 'The resource does not exist',
  409: "Conflict with the resource's state",
  413: 'The body is too large',
  429: 'Too many attempts; see `Retry-After`',
  500: 'A fault of the server',
};

let document: Record<string, unknown> | undefined;

/** The whole document; made once. */
export function openApiDocument(): Record<string, unknown> {
  document ??= createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Fiducial',
      version,
      description:
        'Calibration management for quantum chips. Send `Authorization: Bearer <token>` and, to choose a project, `X-Project-Id`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    paths: pathsOf(operations),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }) as unknown as Record<string, unknown>;
  return document;
}

function pathsOf(list: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of list) {
    const { method, path } = operation.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation) };
  }
  return paths;
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { route } = operation;
  const contentType = operation.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: [operation.description, accessText(operation)].filter(Boolean).join('\n\n'),
    tags: [route.group],
    ...(operation.deprecated ? { deprecated: true } : {}),
    // What a comparison with the last release must see of who may call it.
    'x-access': 'role' in route ? `${route.auth} ${route.role}` : route.auth,
    security: route.auth === 'none' ? [] : [{ bearer: [] }],
    requestParams: {
      ...(operation.params ? { path: operation.params } : {}),
      ...(operation.query ? { query: operation.query } : {}),
      ...(operation.headers ? { header: operation.headers } : {}),
    },
    ...(operation.body
      ? { requestBody: { required: true, content: { [contentType]: { schema: operation.body } } } }
      : {}),
    responses: {
      [String(operation.status)]: success(operation),
      ...(operation.replacedStatus ? { [String(operation.replacedStatus)]: success(operation) } : {}),
      ...(operation.conditional
        ? { 304: { description: 'Nothing has changed since the answer with that `ETag`' } }
        : {}),
      ...Object.fromEntries(
        errorStatusesOf(operation).map((status) => [
          String(status),
          {
            description: statusTexts[status] ?? 'Error',
            content: { 'application/json': { schema: errorBody as z.ZodType } },
          },
        ]),
      ),
    },
  } as ZodOpenApiOperationObject;
}

function success(operation: Operation) {
  const description = operation.summary;
  if (operation.file) {
    const schema = { type: 'string' as const, format: 'binary' };
    return { description, content: Object.fromEntries(operation.file.map((type) => [type, { schema }])) };
  }
  if (!operation.response) return { description };
  return { description, content: { 'application/json': { schema: operation.response } } };
}

/** Statuses of refusals that an operation may answer: those of its route and those that it names. */
export function errorStatusesOf(operation: Operation): number[] {
  const { route, errors = [] } = operation;
  const parsed = operation.params || operation.query || operation.headers || operation.body;
  const statuses = new Set<number>(errors);
  if (parsed || route.auth === 'project') statuses.add(400);
  if (operation.body) statuses.add(413);
  if (route.auth !== 'none' || operation.operationId === 'login') {
    statuses.add(401);
    statuses.add(403);
  }
  // Any write may carry an Idempotency-Key, whose reuse is a conflict.
  if (route.method !== 'GET' && route.auth !== 'none') statuses.add(409);
  statuses.add(500);
  return [...statuses].sort((a, b) => a - b);
}

function accessText({ route }: Operation): string {
  switch (route.auth) {
    case 'none':
      return 'Needs no token.';
    case 'user':
      return 'Needs a token.';
    case 'admin':
      return 'Needs the token of a system administrator.';
    case 'project':
      return `Needs the project role \`${route.role}\`.`;
  }
}
