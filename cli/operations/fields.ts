import { type DescribedOperation, type JsonSchema, plainSchema } from './described.ts';

/** How the text of a flag is parsed. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'file' | 'json';

/** A request field that is given by a flag. */
export interface Field {
  /** Name in the API. */
  name: string;
  /** Name on the command line, without dashes. */
  flag: string;
  in: 'params' | 'query' | 'body';
  kind: FieldKind;
  /** Allowed values, if they are a list. */
  values: readonly string[] | undefined;
  required: boolean;
  description: string | undefined;
}

/** Flags of the command line itself. A field of the same name is called `field-...`. */
export const ownFlags = ['all', 'body', 'help', 'json', 'output'] as const;

const flagOf = (name: string): string => {
  const flag = name.replaceAll('_', '-');
  return (ownFlags as readonly string[]).includes(flag) ? `field-${flag}` : flag;
};

/** The fields of an operation's path, query and body, in this order. */
export function fieldsOf({ parameters = [], requestBody }: DescribedOperation): Field[] {
  const places = { path: 'params', query: 'query' } as const;
  const fields: Field[] = [];
  for (const { in: place, name, schema, required = false, description } of parameters) {
    if (place === 'header') continue;
    fields.push(fieldOf(name, places[place], schema, { required, description }));
  }
  const [content] = Object.values(requestBody?.content ?? {});
  const body = content?.schema && plainSchema(content.schema);
  for (const [name, schema] of Object.entries(body?.properties ?? {}))
    fields.push(fieldOf(name, 'body', schema, { required: body?.required?.includes(name) ?? false }));
  return fields;
}

/** Names of the positional fields: those of the path, unless the named operation says otherwise. */
export const takenWithoutFlag = (fields: readonly Field[], named: { takes?: readonly string[] } | undefined) =>
  named?.takes ?? fields.filter((field) => field.in === 'params').map(({ name }) => name);

/** Whether an operation returns pages. */
export const isPaged = (fields: readonly Field[]): boolean => fields.some(({ name }) => name === 'cursor');

function fieldOf(
  name: string,
  place: Field['in'],
  schema: JsonSchema,
  { required, description }: { required: boolean; description?: string | undefined },
): Field {
  const plain = plainSchema(schema);
  return {
    ...{ name, flag: flagOf(name), in: place, kind: kindOf(plain, place), required },
    values: plain.enum?.every((value) => typeof value === 'string') ? (plain.enum as string[]) : undefined,
    description: description ?? schema.description ?? plain.description,
  };
}

function kindOf(schema: JsonSchema, place: Field['in']): FieldKind {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const [type] = types;
  if (types.length === 1) {
    if (type === 'string') return schema.format === 'binary' ? 'file' : 'text';
    if (type === 'integer' || type === 'number') return 'number';
    if (type === 'boolean') return 'boolean';
    if (type === 'array' && schema.items && isScalar(plainSchema(schema.items))) return 'list';
  }
  // In a path or query every value is text.
  return place === 'body' ? 'json' : 'text';
}

const isScalar = ({ type }: JsonSchema): boolean => type === 'string' || type === 'integer' || type === 'number';
