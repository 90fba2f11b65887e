/** A small structural check of an OpenAPI 3.1 document: what a client generator trips over. */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);
const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Every schema of a document with its path, nested ones included. */
export function schemasOf(document: unknown): { at: string; schema: Json }[] {
  const found: { at: string; schema: Json }[] = [];
  const visit = (value: unknown, at: string) => {
    if (Array.isArray(value)) value.forEach((item, index) => void visit(item, `${at}/${index}`));
    if (!isObject(value)) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === 'schema' && isObject(child)) collect(child, `${at}/schema`, found);
      else if (key === 'schemas' && isObject(child))
        for (const [name, schema] of Object.entries(child)) collect(schema, `${at}/schemas/${name}`, found);
      else visit(child, `${at}/${key}`);
    }
  };
  visit(document, '#');
  return found;
}

function collect(schema: unknown, at: string, found: { at: string; schema: Json }[]): void {
  if (!isObject(schema)) return;
  found.push({ at, schema });
  for (const key of ['items', 'additionalProperties', 'propertyNames', 'not'])
    collect(schema[key], `${at}/${key}`, found);
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const [index, child] of [schema[key] ?? []].flat().entries()) collect(child, `${at}/${key}/${index}`, found);
  for (const [name, child] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
    collect(child, `${at}/properties/${name}`, found);
}

/** The problems of a document, each with its place; empty if a generator can read it. */
export function openApiProblems(document: Json): string[] {
  const problems: string[] = [];
  const say = (at: string, what: string) => void problems.push(`${at}: ${what}`);
  if (!/^3\.1\.\d+$/.test(String(document.openapi))) say('#/openapi', 'is not 3.1');
  const info = isObject(document.info) ? document.info : {};
  if (typeof info.title !== 'string' || typeof info.version !== 'string') say('#/info', 'needs title and version');
  checkPaths(document, say);
  for (const { at, schema } of schemasOf(document)) checkSchema(document, schema, at, say);
  return problems;
}

type Say = (at: string, what: string) => void;

function checkPaths(document: Json, say: Say): void {
  const ids = new Set<unknown>();
  const items = Object.entries(isObject(document.paths) ? document.paths : {});
  for (const [path] of items) if (!path.startsWith('/')) say(path, 'does not begin with a slash');
  const entries = items.flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, operation]) => ({ path, method, operation })),
  );
  for (const { path, method, operation } of entries) {
    const at = `${method} ${path}`;
    if (!methods.has(method) || !isObject(operation)) {
      say(at, 'is not an operation');
      continue;
    }
    if (ids.has(operation.operationId)) say(at, 'repeats an operationId');
    ids.add(operation.operationId);
    checkOperation(document, path, operation, at, say);
  }
}

function checkOperation(document: Json, path: string, operation: Json, at: string, say: Say): void {
  const parameters = (operation.parameters ?? []) as Json[];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const templated = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (
    templated.sort().join() !==
    inPath
      .map(({ name }) => String(name))
      .sort()
      .join()
  )
    say(at, 'does not describe the parameters of its path');
  if (inPath.some((parameter) => parameter.required !== true)) say(at, 'has a path parameter that is not required');
  if (parameters.some((parameter) => !isObject(parameter.schema))) say(at, 'has a parameter without a schema');
  const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
  if (new Set(names).size !== names.length) say(at, 'names a parameter twice');
  const responses = Object.entries(isObject(operation.responses) ? operation.responses : {});
  if (!responses.some(([status]) => status.startsWith('2'))) say(at, 'has no success');
  for (const [status, response] of responses)
    if (!/^[1-5]\d\d$/.test(status) || !isObject(response) || typeof response.description !== 'string')
      say(at, `has a malformed response ${status}`);
  const schemes = ((document.components as Json)?.securitySchemes ?? {}) as Json;
  for (const requirement of (operation.security ?? []) as Json[])
    for (const name of Object.keys(requirement)) if (!(name in schemes)) say(at, `requires an unknown scheme ${name}`);
}

function checkSchema(document: Json, schema: Json, at: string, say: Say): void {
  if (typeof schema.$ref === 'string' && !resolve(document, schema.$ref)) say(at, `refers to nothing: ${schema.$ref}`);
  for (const type of [schema.type ?? []].flat()) if (!types.has(String(type))) say(at, `has the type ${type}`);
  if (schema.enum !== undefined && (!Array.isArray(schema.enum) || schema.enum.length === 0))
    say(at, 'has an empty enum');
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const name of (schema.required ?? []) as string[])
    if (!(name in properties)) say(at, `requires ${name}, which it does not describe`);
  const isNumber = [schema.type ?? []].flat().some((type) => type === 'integer' || type === 'number');
  if (isNumber && schema.pattern !== undefined) say(at, 'has a pattern for a number');
  if (schema.nullable !== undefined) say(at, 'uses nullable, which 3.1 does not know');
}

function resolve(document: Json, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined;
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), document);
}
