/**
 * A form: the JSON Schema (2020-12) of the parameters that a worker's flow or task takes. It is a subset, so that checking
 * a value always ends and takes no longer than the value and the form are large.
 */
export type Form = Readonly<Record<string, unknown>>;

/** What is wrong with a form, and where in it. */
export interface FormProblem {
  path: (string | number)[];
  message: string;
}

/** Keywords of the form itself, which is an object of parameters. */
const formKeywords = new Set([
  '$schema',
  '$defs',
  'title',
  'description',
  'type',
  'properties',
  'required',
  'additionalProperties',
]);

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const nested = {
  one: new Set(['items', 'additionalProperties']),
  list: new Set(['prefixItems', 'anyOf', 'oneOf', 'allOf']),
  map: new Set(['properties', '$defs']),
} as const;

/** Keywords of a parameter that hold no schema; `unit` is ours and names the unit of a number. */
const plainKeywords = new Set(
  ['$ref', 'title', 'description', 'default', 'examples', 'deprecated', 'unit', 'type', 'enum', 'const', 'minimum']
    .concat(['maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems'])
    .concat(['maxItems', 'uniqueItems', 'required', 'minProperties', 'maxProperties']),
);

const texts = new Set(['unit', 'title', 'description']);
const flags = new Set(['deprecated', 'uniqueItems']);
const lists = new Set(['enum', 'examples', ...nested.list]);
const types = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
const definition = /^#\/\$defs\/([A-Za-z0-9_.-]+)$/;

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What is wrong with a form; undefined for one that parameters can be checked by. */
export function formProblem(form: Form): FormProblem | undefined {
  const strange = Object.keys(form).find((keyword) => !formKeywords.has(keyword));
  if (strange !== undefined) return { path: [strange], message: `'${strange}' is not a keyword of a form` };
  if (form.type !== undefined && form.type !== 'object') return { path: ['type'], message: "must be 'object'" };
  if (form.properties !== undefined && !isMap(form.properties))
    return { path: ['properties'], message: 'must be an object' };
  if (form.$defs !== undefined && !isMap(form.$defs)) return { path: ['$defs'], message: 'must be an object' };
  const defs = definitionsOf(form);
  const found =
    requiredProblem(form) ??
    schemasIn(form)
      .map(({ path, schema }) => problemIn(path, schema, defs))
      .find(Boolean);
  return found ?? sizeProblem(form, defs);
}

const definitionsOf = ({ $defs }: Form): Record<string, unknown> => (isMap($defs) ? $defs : {});

function requiredProblem({ required }: Form): FormProblem | undefined {
  const isNames =
    required === undefined || (Array.isArray(required) && required.every((name) => typeof name === 'string'));
  return isNames ? undefined : { path: ['required'], message: 'must be a list of names' };
}

function problemIn(path: FormProblem['path'], schema: unknown, defs: Record<string, unknown>): FormProblem | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isMap(schema)) return { path, message: 'must be a schema' };
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keywordProblem(keyword, value, defs);
    if (problem) return { path: [...path, keyword], message: problem };
  }
  return (
    requiredProblem(schema) ??
    schemasIn(schema)
      .map((one) => problemIn([...path, ...one.path], one.schema, defs))
      .find(Boolean)
  );
}

function keywordProblem(keyword: string, value: unknown, defs: Record<string, unknown>): string | undefined {
  if (nested.one.has(keyword)) return undefined;
  if (lists.has(keyword)) return Array.isArray(value) ? undefined : 'must be a list';
  if (keyword === 'properties') return isMap(value) ? undefined : 'must be an object';
  if (!plainKeywords.has(keyword)) return `'${keyword}' is not a keyword of a form`;
  if (keyword === '$ref') return referenceProblem(value, defs);
  if (keyword === 'type') return typeProblem(value);
  if (texts.has(keyword)) return typeof value === 'string' ? undefined : 'must be a text';
  if (flags.has(keyword)) return typeof value === 'boolean' ? undefined : 'must be true or false';
  const isNumber = /^(min|max|exclusive|multiple)/.test(keyword);
  return isNumber && typeof value !== 'number' ? 'must be a number' : undefined;
}

function typeProblem(value: unknown): string | undefined {
  const all = Array.isArray(value) ? value : [value];
  return all.every((type) => types.has(type as string)) ? undefined : `must be of ${[...types].join(', ')}`;
}

function referenceProblem(value: unknown, defs: Record<string, unknown>): string | undefined {
  const [, name] = (typeof value === 'string' && definition.exec(value)) || [];
  return name !== undefined && Object.hasOwn(defs, name) ? undefined : "must be '#/$defs/' and a name that is there";
}

/** The schemas directly in a schema. */
function schemasIn(schema: Form): { path: FormProblem['path']; schema: unknown }[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (nested.one.has(keyword)) return [{ path: [keyword], schema: value }];
    if (nested.list.has(keyword) && Array.isArray(value))
      return value.map((one, index) => ({ path: [keyword, index], schema: one }));
    if (nested.map.has(keyword) && isMap(value))
      return Object.entries(value).map(([name, one]) => ({ path: [keyword, name], schema: one }));
    return [];
  });
}

/** Most schemas of a form with each `$ref` replaced by what it names. */
const MOST_SCHEMAS = 2000;

/** What `uniqueItems` counts for, since it compares each entry of a list with all others. */
const UNIQUE_ITEMS_SCHEMAS = 10;

/** Counts the schemas of a schema, with each `$ref` replaced by the definition that it names. */
export function schemaCounter(defs: Record<string, unknown>): {
  sizeOf: (schema: unknown) => number;
  sizeOfDefinition: (name: string) => number;
} {
  const sizes = new Map<string, number>();
  const sizeOfDefinition = (name: string): number => {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    // A cycle has no finite size.
    sizes.set(name, Number.POSITIVE_INFINITY);
    const size = sizeOf(defs[name]);
    sizes.set(name, size);
    return size;
  };
  const sizeOf = (schema: unknown): number => {
    if (!isMap(schema)) return 1;
    const [, reference] = (typeof schema.$ref === 'string' && definition.exec(schema.$ref)) || [];
    const inner = schemasIn(schema).filter(({ path }) => path[0] !== '$defs');
    const self = schema.uniqueItems === true ? UNIQUE_ITEMS_SCHEMAS : 1;
    const own = inner.reduce((sum, one) => sum + sizeOf(one.schema), self);
    return own + (reference === undefined ? 0 : sizeOfDefinition(reference));
  };
  return { sizeOf, sizeOfDefinition };
}

/** A cyclic definition would be followed for ever, and a chain of doubling ones almost as long. */
function sizeProblem(form: Form, defs: Record<string, unknown>): FormProblem | undefined {
  const { sizeOf, sizeOfDefinition } = schemaCounter(defs);
  for (const name of Object.keys(defs))
    if (sizeOfDefinition(name) > MOST_SCHEMAS)
      return { path: ['$defs', name], message: 'must not lead back to itself, and not repeat others so often' };
  if (sizeOf(form) <= MOST_SCHEMAS) return undefined;
  return { path: [], message: `must have at most ${MOST_SCHEMAS} schemas` };
}
