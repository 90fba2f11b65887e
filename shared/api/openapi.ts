import type * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { version } from '../kernel/version.ts';
import type { BodyType, Operation } from './define.ts';
import { codeDescription } from './error-meanings.ts';
import { errorCodesOf, statusOf } from './error-statuses.ts';
import { operations } from './registry.ts';
import { type OperationId, routeKey, routes } from './routes.ts';
import { errorBody } from './schemas/common.ts';

/** The interface description (OpenAPI 3.1), projected from the registry. */

const statusTexts: Record<number, string> = {
  400: 'Invalid input; `errors` lists every problem',
  401: 'No valid token, or wrong credentials',
  403: 'The caller may not do this',
  404: 'The resource of the path does not exist',
  409: "Conflict with the resource's state",
  413: 'The body is too large',
  429: 'A limit is used up, which `detail` names; see `Retry-After`',
  500: 'A fault of the service',
  503: 'Too many writes at once; see `Retry-After`',
};

let document: Record<string, unknown> | undefined;

/** The whole document; made once. */
export function openApiDocument(): Record<string, unknown> {
  document ??= createDocument(definition(), {
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === errorBody.shape.code) jsonSchema.description = codeDescription();
      // Client generators cannot write a nullable default that is a map; an absent one is empty.
      if (jsonSchema.anyOf && JSON.stringify(jsonSchema.default) === '{}') delete jsonSchema.default;
    },
  }) as unknown as Record<string, unknown>;
  return document;
}

const definition = (): ZodOpenApiObject => ({
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
});

function pathsOf(list: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of list) {
    const { method, path } = operation.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation) };
  }
  return paths;
}

const contentTypeOf: Record<BodyType, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { route } = operation;
  const contentType = contentTypeOf[operation.bodyType ?? 'json'];
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: [operation.description, compatibilityText(operation), accessText(operation)]
      .filter(Boolean)
      .join('\n\n'),
    tags: [route.group],
    ...(operation.deprecated ? { deprecated: true } : {}),
    ...(route.compatibility ? { 'x-compatibility': route.compatibility } : {}),
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
      ...(operation.redirects ? { 302: redirect } : {}),
      ...errorResponses(operation),
    },
  } as ZodOpenApiOperationObject;
}

const redirect = {
  description: 'The file is larger than an answer: it is read at `Location`, without a token, for five minutes',
  headers: { Location: { schema: { type: 'string' as const }, description: 'Absolute, or relative to this address' } },
};

function success(operation: Operation) {
  const description = operation.summary;
  if (operation.file) {
    // A YAML document is data: clients parse it instead of receiving bytes.
    const schema = operation.file.includes('application/yaml') ? {} : { type: 'string' as const, format: 'binary' };
    return { description, content: Object.fromEntries(operation.file.map((type) => [type, { schema }])) };
  }
  if (!operation.response) return { description };
  return { description, content: { 'application/json': { schema: operation.response } } };
}

const textHeader = (description: string) => ({ schema: { type: 'string' as const }, description });

/** Headers of a used-up limit; the last two are on every answer of a limited operation. */
const limitHeaders = {
  'Retry-After': { schema: { type: 'integer' as const }, description: 'Seconds until the next try' },
  'RateLimit-Policy': textHeader('Each limit by name, with its quota `q`, unit `qu` and window `w` in seconds'),
  RateLimit: textHeader('What is left of each limit, `r`, and the seconds `t` until it is full again'),
};

/** The refusals of an operation by status, each with the codes that it may carry there. */
function errorResponses(operation: Operation) {
  const codes = errorCodesOf(operation);
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => statusOf(code) === status).map((code) => `\`${code}\``);
      const description = `${statusTexts[status]}. Codes: ${own.join(', ')}`;
      const content = { 'application/json': { schema: errorBody as z.ZodType } };
      return [String(status), { description, ...(status === 429 ? { headers: limitHeaders } : {}), content }];
    }),
  );
}

/** For whom an operation is that only clients of another service call, and what others call instead. */
function compatibilityText({ route }: Operation): string {
  if (!route.compatibility) return '';
  const others = (route.instead ?? []).map((id) => `\`${routeKey(routes[id as OperationId])}\``).join(' or ');
  return `Only for clients of QDash.${others ? ` Others use ${others}.` : ''}`;
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
