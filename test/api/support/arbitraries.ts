import fc from 'fast-check';
import { openApiDocument } from '#shared/api/openapi.ts';

/** A node of the interface description that has been read as JSON Schema. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
}

/** Text that has broken other services: separators, spaces, emoji, percent signs, dots, prototypes, other scripts. */
export const awkwardTexts = [
  'a#b',
  '#',
  'a b',
  '😀',
  '%',
  '%23',
  '%2F',
  'a%zz',
  '..',
  '.',
  'a/b',
  'a\\b',
  "o'clock",
  '"',
  '<b>',
  '__proto__',
  'constructor',
  'toString',
  '量子',
  'e\u0301',
  '\u0000',
  '\u202e',
  '~',
  '-1',
  '1e9',
  'null',
  'x'.repeat(65),
  'x'.repeat(3000),
];

const instants = fc.constantFrom(
  '2025-02-26T15:26:08-05:00',
  '2025-02-26',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2025-02-30T00:00:00Z',
  '2025-02-26 10:00',
  'yesterday',
  '',
);

const integers = (schema: Schema) => {
  const min = Math.ceil(schema.minimum ?? -5);
  return fc.integer({ min, max: Math.min(schema.maximum ?? min + 1000, min + 1000) });
};

/** Values that a schema describes; `byName` answers what a field of a known name should be drawn from. */
export function arbitraryOf(
  schema: Schema,
  byName: (name: string) => fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<unknown> {
  const inner = (child: Schema) => arbitraryOf(child, byName);
  if (schema.$ref) return inner(componentOf(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.oneof(integers(schema), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(schema.items ? inner(schema.items) : fc.jsonValue(), { maxLength: 3 });
    case 'object':
      return objectOf(schema, byName);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** What a reference of the interface description leads to. */
export function componentOf(ref: string): Schema {
  const { components } = openApiDocument() as { components: { schemas: Record<string, Schema> } };
  const schema = components.schemas[ref.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`The interface description has no ${ref}`);
  return schema;
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'date-time') return instants;
  const min = schema.minLength ?? 0;
  const max = Math.min(schema.maxLength ?? min + 20, min + 20);
  const plain = schema.pattern
    ? fc.stringMatching(new RegExp(schema.pattern))
    : fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, max) });
  return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: fc.constantFrom(...awkwardTexts) });
}

function objectOf(schema: Schema, byName: (name: string) => fc.Arbitrary<unknown> | undefined): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length > 0) {
    const fields = Object.fromEntries(
      properties.map(([name, child]) => [name, byName(name) ?? arbitraryOf(child, byName)]),
    );
    return fc.record(fields, { requiredKeys: schema.required ?? [] });
  }
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const keys = fc.oneof(fc.constantFrom('t1', 'x_gate_fidelity', 'fast'), fc.constantFrom(...awkwardTexts));
  return fc.dictionary(keys, arbitraryOf(values, byName), { maxKeys: 3 });
}

/** Anything that JSON can say where something else was expected, lone surrogates and deep nesting among it. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    '',
    [],
    {},
    [[]],
    '\ud800',
    'a\udfff',
    'x'.repeat(10_000),
  ),
  fc.constantFrom<unknown>(...awkwardTexts),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A value in which, sometimes, one field is missing, replaced by junk, or added. */
export function nearly(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({ kind: fc.constantFrom('drop', 'replace', 'add', 'whole'), at: fc.nat(), junk });
  return fc
    .tuple(value, fc.option(change, { freq: 2 }))
    .map(([base, damage]) => (damage ? damaged(base, damage) : base));
}

function damaged(base: unknown, damage: { kind: string; at: number; junk: unknown }): unknown {
  if (damage.kind === 'whole' || base === null || typeof base !== 'object' || Array.isArray(base)) return damage.junk;
  const entries = Object.entries(base);
  const chosen = entries.length === 0 ? -1 : damage.at % entries.length;
  if (damage.kind === 'add' || chosen < 0) return { ...base, surplus: damage.junk };
  if (damage.kind === 'drop') return Object.fromEntries(entries.filter((_, index) => index !== chosen));
  return Object.fromEntries(entries.map(([key, entry], index) => [key, index === chosen ? damage.junk : entry]));
}
