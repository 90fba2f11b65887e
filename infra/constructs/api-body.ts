import type { FunctionUnit } from '#infra/function-units.ts';

/** What the document needs to know of a function's operations. */
export interface ServedUnit extends Pick<FunctionUnit, 'name'> {
  routes: readonly Pick<FunctionUnit['routes'][number], 'method' | 'path' | 'operationId'>[];
}

interface Operation {
  responses: object;
  isDefaultRoute?: true;
  'x-amazon-apigateway-integration': { $ref: string };
}

type PathItem = Record<string, Operation | object[]>;

/** The OpenAPI document that API Gateway imports: routes as paths, and one integration per function. */
export interface ApiBody {
  openapi: string;
  info: { title: string; description: string; version: string };
  tags: { name: string; 'x-amazon-apigateway-tag-value': string }[];
  paths: Record<string, PathItem>;
  components: { 'x-amazon-apigateway-integrations': Record<string, object> };
}

/** Key of an operation for all methods that the path does not name itself. */
const anyMethod = 'x-amazon-apigateway-any-method';

/**
 * An empty document. Name, description and tags are in it, since API Gateway refuses them next to a body
 * (docs/decisions/0060).
 */
export function emptyBody(title: string, description: string, tags: Readonly<Record<string, string>>): ApiBody {
  return {
    openapi: '3.0.1',
    info: { title, description, version: '1' },
    tags: Object.entries(tags).map(([name, value]) => ({ name, 'x-amazon-apigateway-tag-value': value })),
    paths: {},
    components: { 'x-amazon-apigateway-integrations': {} },
  };
}

/**
 * Adds a function and its routes to the document: one per path or shared prefix, for any method if there are several.
 * API Gateway prefers a route for one method, which may belong to another function; the function distinguishes the rest.
 * @param uri the invocation address of the function.
 * @throws Error if another function has the same route.
 */
export function addUnit(body: ApiBody, unit: ServedUnit, uri: string): void {
  body.components['x-amazon-apigateway-integrations'][unit.name] = {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri,
    payloadFormatVersion: '2.0',
  };
  for (const [path, routes] of Map.groupBy(unit.routes, (route) => gatewayPath(route.path))) {
    const [only, ...others] = routes;
    const method = only && others.length === 0 ? only.method.toLowerCase() : anyMethod;
    addOperation(body, path, method, operationOf(unit));
  }
  if (unit.routes.some((route) => route.operationId === 'getHealth'))
    addOperation(body, '/$default', anyMethod, { isDefaultRoute: true, ...operationOf(unit) });
}

const operationOf = ({ name }: ServedUnit): Operation => ({
  responses: { default: { description: `By the function ${name}` } },
  'x-amazon-apigateway-integration': { $ref: `#/components/x-amazon-apigateway-integrations/${name}` },
});

function addOperation(body: ApiBody, path: string, method: string, operation: Operation): void {
  body.paths[path] ??= { ...pathParameters(path) };
  const item = body.paths[path];
  if (item[method]) throw new Error(`Two functions serve the route '${method} ${path}'`);
  item[method] = operation;
}

/** An import with an undeclared path parameter ends in a warning, and warnings fail the deployment. */
function pathParameters(path: string): { parameters?: object[] } {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return parameters.length === 0 ? {} : { parameters };
}

/**
 * Prefixes whose paths share one route, since a gateway has 300 routes by default. All paths below a prefix belong to
 * one group, and their ids need no decoding.
 */
const sharedPrefixes = [
  '/admin/users/',
  '/calibration-pipelines/',
  '/issue-knowledge/',
  '/notifications/',
  '/webhooks/',
];

/** Returns the gateway's path for a route of the API. */
export function gatewayPath(path: string): string {
  const prefix = sharedPrefixes.find((one) => path.startsWith(one));
  return prefix === undefined ? path : `${prefix}{proxy+}`;
}
