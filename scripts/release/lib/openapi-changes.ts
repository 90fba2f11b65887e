import type { Change, Content, OpenApi, OperationObject, Parameter } from './openapi-document.ts';
import { additive, breaking, compareSchemas, type Direction, removed } from './schema-changes.ts';

interface Placed {
  place: string;
  operation: OperationObject;
}

/** Both documents, for resolving references. */
interface Documents {
  older: OpenApi;
  newer: OpenApi;
}

/**
 * Lists the changes between two OpenAPI documents, breaking ones first (rule API-23). Pure. A part that the older
 * document marks `deprecated` may disappear. docs/decisions/0009 defines breaking changes.
 */
export function openApiChanges(older: OpenApi, newer: OpenApi): Change[] {
  const documents = { older, newer };
  const [before, now] = [operationsOf(older), operationsOf(newer)];
  const known = [...before].flatMap(([id, placed]) => {
    const present = now.get(id);
    return present
      ? compareOperations(documents, id, placed, present)
      : [removed(id, placed.operation.deprecated === true)];
  });
  const added = [...now]
    .filter(([id]) => !before.has(id))
    .map(([id, { place }]) => additive(id, `was added: ${place}`));
  return [...known, ...added].sort((a, b) => Number(a.kind === 'additive') - Number(b.kind === 'additive'));
}

/** Operations by their stable id (rule API-3). */
function operationsOf(document: OpenApi): Map<string, Placed> {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ place: `${method.toUpperCase()} ${path}`, operation })),
  );
  return new Map(found.map((placed) => [placed.operation.operationId, placed]));
}

function compareOperations(documents: Documents, id: string, older: Placed, newer: Placed): Change[] {
  return [
    ...(older.place === newer.place ? [] : [breaking(id, `was ${older.place} and is ${newer.place}`)]),
    ...compareSecurity(id, older.operation, newer.operation),
    ...compareParameters(documents, id, older.operation, newer.operation),
    ...compareBodies(documents, id, older.operation, newer.operation),
    ...compareResponses(documents, id, older.operation, newer.operation),
  ];
}

function compareSecurity(id: string, older: OperationObject, newer: OperationObject): Change[] {
  const [from, to] = [older, newer].map(({ security = [] }) => security.length > 0);
  if (from === to) return [];
  return [to ? breaking(id, 'needs a token now') : additive(id, 'needs no token any more')];
}

function compareParameters(documents: Documents, id: string, older: OperationObject, newer: OperationObject): Change[] {
  const [before, now] = [older, newer].map(parametersOf) as [Map<string, Parameter>, Map<string, Parameter>];
  const known = [...before].flatMap(([key, parameter]) => {
    const present = now.get(key);
    const where = `${id}: ${key}`;
    if (!present) return [removed(where, parameter.deprecated === true)];
    return [
      ...(present.required && !parameter.required ? [breaking(where, 'is required now')] : []),
      ...compareIn(documents, 'request', { schema: parameter.schema }, { schema: present.schema }, where),
    ];
  });
  const added = [...now].filter(([key]) => !before.has(key));
  return [...known, ...added.map(([key, parameter]) => addedInput(`${id}: ${key}`, parameter.required === true))];
}

const parametersOf = ({ parameters = [] }: OperationObject): Map<string, Parameter> =>
  new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));

const addedInput = (where: string, required: boolean): Change =>
  required ? breaking(where, 'was added and is required') : additive(where, 'was added');

function compareBodies(documents: Documents, id: string, older: OperationObject, newer: OperationObject): Change[] {
  const where = `${id}: body`;
  const [before, now] = [older.requestBody, newer.requestBody];
  if (!before) return now ? [addedInput(where, now.required === true)] : [];
  if (!now) return [breaking(where, 'was removed')];
  const required = now.required && !before.required ? [breaking(where, 'is required now')] : [];
  return [...required, ...compareContents(documents, 'request', before.content, now.content, where)];
}

function compareResponses(documents: Documents, id: string, older: OperationObject, newer: OperationObject): Change[] {
  const known = Object.entries(older.responses).flatMap(([status, response]) => {
    const where = `${id}: response ${status}`;
    const present = newer.responses[status];
    if (!present) return [removed(where, false)];
    return compareContents(documents, 'response', response.content ?? {}, present.content ?? {}, where);
  });
  const added = Object.keys(newer.responses).filter((status) => !(status in older.responses));
  // Clients handle any refusal, but not another kind of success.
  const change = (status: string) => (status.startsWith('2') ? breaking : additive);
  return [...known, ...added.map((status) => change(status)(`${id}: response ${status}`, 'was added'))];
}

/** Content types: a request must still accept each old one, and a response may use no new one. */
function compareContents(documents: Documents, direction: Direction, older: Content, newer: Content, where: string) {
  const known = Object.entries(older).flatMap(([type, media]) => {
    const present = newer[type];
    return present
      ? compareIn(documents, direction, media, present, where)
      : [breaking(where, `'${type}' was removed`)];
  });
  const added = Object.keys(newer).filter((type) => !(type in older));
  const change = direction === 'request' ? additive : breaking;
  return [...known, ...added.map((type) => change(where, `'${type}' was added`))];
}

type Media = { schema?: OpenApiSchema | undefined };
type OpenApiSchema = Record<string, unknown>;

function compareIn(documents: Documents, direction: Direction, older: Media, newer: Media, where: string): Change[] {
  const side = (document: OpenApi, { schema = {} }: Media) => ({ schema, schemas: document.components?.schemas ?? {} });
  return compareSchemas(side(documents.older, older), side(documents.newer, newer), direction, where);
}
