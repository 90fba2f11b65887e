import { openApiDocument } from '#shared/api/openapi.ts';
import { type OperationId, type Route, routes } from '#shared/api/routes.ts';
import { componentOf, type Schema } from './arbitraries.ts';
import type { AnyInput } from './samples.ts';

/** Where a request of an operation takes a value. */
export interface Place {
  operationId: OperationId;
  in: 'path' | 'query' | 'header' | 'body';
  /** The parameter's or field's name. */
  name: string;
  /** From the body to the field; `*` is the first entry of a list or of an object with any keys. */
  steps: readonly string[];
}

interface Described {
  parameters?: { name: string; in: 'path' | 'query' | 'header' }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Every place of an operation, in the order of its description. */
export function placesOf(operationId: OperationId): Place[] {
  const route: Route = routes[operationId];
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, Described>> };
  const described = paths[route.path]?.[route.method.toLowerCase()];
  if (!described) throw new Error(`${operationId} is not described`);
  const parameters = (described.parameters ?? []).map(
    ({ name, in: where }): Place => ({ operationId, in: where, name, steps: [name] }),
  );
  // Every operation in a project takes it, so the document says so once.
  const isInProject = route.auth === 'project' || (route.auth === 'user' && route.project === 'optional');
  const project: Place = { operationId, in: 'header', name: 'x-project-id', steps: ['x-project-id'] };
  const bodies = Object.values(described.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, []));
  const fields = new Map(bodies.map((steps) => [steps.join('.'), steps]));
  return [
    ...parameters,
    ...(isInProject ? [project] : []),
    ...[...fields.values()].map(
      (steps): Place => ({ operationId, in: 'body', name: steps.findLast((step) => step !== '*') ?? '', steps }),
    ),
  ];
}

/** Deeper, only values of tasks' parameters are described, which may hold anything. */
const deepest = 6;

/** The fields of a body that are not objects themselves. */
function fieldsOf(given: Schema, steps: readonly string[]): (readonly string[])[] {
  const schema = given.$ref ? componentOf(given.$ref) : given;
  if (steps.length > deepest) return [];
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const below = [
    ...alternatives.flatMap((one) => fieldsOf(one, steps)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...steps, name])),
    ...(schema.items ? fieldsOf(schema.items, [...steps, '*']) : []),
    ...(typeof schema.additionalProperties === 'object' ? fieldsOf(schema.additionalProperties, [...steps, '*']) : []),
  ];
  return below.length > 0 || steps.length === 0 ? below : [steps];
}

/** The same request with another value in a place. */
export function withValue(input: AnyInput, place: Place, value: string): AnyInput {
  const { name } = place;
  if (place.in === 'path') return { ...input, params: { ...input.params, [name]: value } };
  if (place.in === 'query') return { ...input, query: { ...input.query, [name]: value } };
  if (place.in === 'header') return { ...input, headers: { ...input.headers, [name]: value } };
  return { ...input, body: withField(input.body, place.steps, value) as AnyInput['body'] & object };
}

function withField(container: unknown, [step, ...rest]: readonly string[], value: string): unknown {
  if (step === undefined) return value;
  if (step === '*') {
    const [first, ...others] = Array.isArray(container) ? container : [];
    return [withField(first, rest, value), ...others];
  }
  const fields = (container ?? {}) as Record<string, unknown>;
  return { ...fields, [step]: withField(fields[step], rest, value) };
}

/** Whether a request has a value in a place. */
export function hasValue(input: AnyInput, place: Place): boolean {
  if (place.in === 'path') return true;
  if (place.in === 'query') return input.query?.[place.name] !== undefined;
  if (place.in === 'header') return input.headers?.[place.name] !== undefined;
  let at: unknown = input.body;
  for (const step of place.steps) at = (at as Record<string, unknown> | undefined)?.[step === '*' ? '0' : step];
  return at !== undefined;
}
