import type { Change, Schema } from './openapi-document.ts';

/** Who writes the values of a schema: the client (`request`) or the service (`response`). */
export type Direction = 'request' | 'response';

/** A schema and the document that its references belong to. */
export interface Side {
  schema: Schema;
  schemas: Record<string, Schema>;
}

interface Comparison {
  older: Record<string, Schema>;
  newer: Record<string, Schema>;
  direction: Direction;
  /** Pairs of named schemas under comparison, which stops recursion. */
  open: Set<string>;
}

/** Keywords that describe a value without restricting it. */
const annotations = new Set(['title', 'description', 'example', 'examples', '$comment', 'deprecated', 'id', '$id']);

/** Keywords that are compared separately below. */
const structure = new Set([
  '$ref',
  'type',
  'const',
  'enum',
  'x-extensible-enum',
  'anyOf',
  'oneOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'propertyNames',
]);

const lowerBounds = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const upperBounds = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

/**
 * Compares the older and newer schema of one part of the interface. A request must still be accepted, and a response
 * must stay within its old schema. So "wider" breaks a response and "narrower" breaks a request. A response may gain
 * fields (clients ignore unknown ones), and a request may gain optional ones.
 */
export function compareSchemas(older: Side, newer: Side, direction: Direction, where: string): Change[] {
  const open = new Set<string>();
  const comparison = { older: older.schemas, newer: newer.schemas, direction, open };
  return compare(comparison, older.schema, newer.schema, where);
}

function compare(on: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  const pair = `${String(older.$ref)} ${String(newer.$ref)}`;
  const named = older.$ref !== undefined && newer.$ref !== undefined;
  if (named && on.open.has(pair)) return [];
  if (named) on.open.add(pair);
  const changes = [
    ...compareDefaults(on, older, newer, where),
    ...compareAlternatives(on, alternatives(on.older, older), alternatives(on.newer, newer), where),
  ];
  if (named) on.open.delete(pair);
  return changes;
}

/** An omitted value changes its meaning without notice, so a new default is breaking, unless it means "all" before and after. */
function compareDefaults({ direction, ...on }: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  const [from, to] = [resolve(on.older, older).default, resolve(on.newer, newer).default];
  if (direction === 'response' || from === undefined || same(from, to)) return [];
  // A default of an empty map may be omitted, since generators do not write one.
  if (to === undefined && text(from) === '{}') return [];
  if (isAllByDefault(on.older, older) && isAllByDefault(on.newer, newer)) return [];
  return [breaking(where, `its default was ${text(from)} and is ${text(to)}`)];
}

/** Whether a list that is omitted has every value that its entries can have. */
function isAllByDefault(schemas: Record<string, Schema>, schema: Schema): boolean {
  const { default: chosen, items } = resolve(schemas, schema);
  const values = isSchema(items) ? resolve(schemas, items).enum : undefined;
  return Array.isArray(chosen) && Array.isArray(values) && values.every((value) => chosen.includes(value));
}

/** Every possible alternative must be covered: by a newer one in a request, by an older one in a response. */
function compareAlternatives(on: Comparison, older: Schema[], newer: Schema[], where: string): Change[] {
  const request = on.direction === 'request';
  const [values, covers] = request ? [older, newer] : [newer, older];
  const changes = values.flatMap((value) => {
    const candidates = covers
      .filter((cover) => mayCover(cover, value))
      .map((cover) => (request ? compareOne(on, value, cover, where) : compareOne(on, cover, value, where)))
      .sort((a, b) => breakages(a) - breakages(b));
    return candidates[0] ?? [breaking(where, request ? `${name(value)} is refused now` : `may be ${name(value)} now`)];
  });
  const gained = request ? newer.filter((value) => !older.some((before) => mayCover(before, value))) : [];
  return [...changes, ...gained.map((value) => additive(where, `${name(value)} is accepted too`))];
}

/** Whether the types allow one alternative to cover another: every integer is a number. */
const mayCover = (cover: Schema, value: Schema): boolean =>
  cover.type === undefined || cover.type === value.type || (cover.type === 'number' && value.type === 'integer');

const breakages = (changes: readonly Change[]): number => changes.filter(({ kind }) => kind === 'breaking').length;

/** Compares two alternatives of the same type, each without further alternatives. */
function compareOne(on: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  return [
    ...compareEnums(on, older, newer, where),
    ...compareOpenLists(older, newer, where),
    ...compareConstraints(on, older, newer, where),
    ...compareProperties(on, older, newer, where),
    ...compareParts(on, older, newer, where),
  ];
}

/** A response's enum is closed: generated clients reject unknown values. */
function compareEnums({ direction }: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  const [from, to] = [older.enum, newer.enum] as (unknown[] | undefined)[];
  const [values, cover] = direction === 'request' ? [from, to] : [to, from];
  if (cover && !values)
    return [breaking(where, direction === 'request' ? 'takes only listed values now' : 'may have any value now')];
  const lost = (values ?? []).filter((value) => cover && !cover.includes(value));
  const gained = direction === 'request' && from && to ? to.filter((value) => !from.includes(value)) : [];
  return [
    ...lost.map((value) =>
      breaking(where, `${text(value)} ${direction === 'request' ? 'is refused now' : 'is a new value'}`),
    ),
    ...gained.map((value) => additive(where, `${text(value)} is accepted too`)),
  ];
}

/** An open enum: removing a value is breaking, adding one is not. */
function compareOpenLists(older: Schema, newer: Schema, where: string): Change[] {
  const [from, to] = [older, newer].map((schema) => (schema['x-extensible-enum'] ?? []) as unknown[]);
  const [removedValues, addedValues] = [
    from?.filter((value) => !to?.includes(value)),
    to?.filter((value) => !from?.includes(value)),
  ];
  return [
    ...(removedValues ?? []).map((value) => breaking(where, `${text(value)} is no longer a value`)),
    ...(addedValues ?? []).map((value) => additive(where, `${text(value)} is a new value`)),
  ];
}

/** Bounds, patterns, formats and unknown keywords: they must be equal, or wider where that is safe. */
function compareConstraints({ direction }: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  const [from, to] = direction === 'request' ? [older, newer] : [newer, older];
  const words = new Set([...Object.keys(older), ...Object.keys(newer)]);
  return [...words]
    .filter((word) => !annotations.has(word) && !structure.has(word) && word !== 'default')
    .filter((word) => to[word] !== undefined && !within(word, from[word], to[word]))
    .map((word) => breaking(where, `${word} was ${text(older[word])} and is ${text(newer[word])}`));
}

function within(word: string, from: unknown, to: unknown): boolean {
  if (from === undefined) return false;
  if (lowerBounds.has(word)) return Number(from) >= Number(to);
  if (upperBounds.has(word)) return Number(from) <= Number(to);
  return same(from, to);
}

function compareProperties(on: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  const from = (older.properties ?? {}) as Record<string, Schema>;
  const to = (newer.properties ?? {}) as Record<string, Schema>;
  const needed = { older: new Set(older.required as string[]), newer: new Set(newer.required as string[]) };
  const known = Object.entries(from).flatMap(([field, schema]) => {
    const place = `${where}.${field}`;
    const present = to[field];
    if (!present) return [removed(place, resolve(on.older, schema).deprecated === true)];
    const before = needed.older.has(field);
    const now = needed.newer.has(field);
    const presence =
      on.direction === 'request'
        ? !before && now && [breaking(place, 'is required now')]
        : before && !now && [breaking(place, 'may be missing now')];
    return [...(presence || []), ...compare(on, schema, present, place)];
  });
  const added = Object.keys(to)
    .filter((field) => !(field in from))
    .map((field) =>
      on.direction === 'request' && needed.newer.has(field)
        ? breaking(`${where}.${field}`, 'was added and is required')
        : additive(`${where}.${field}`, 'was added'),
    );
  return [...known, ...added];
}

/** Compares array items, map values and map keys. */
function compareParts(on: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  const parts = [
    ['items', `${where}[]`],
    ['additionalProperties', `${where}.*`],
    ['propertyNames', `${where} (keys)`],
  ] as const;
  return parts.flatMap(([word, place]) => {
    const [from, to] = [older[word], newer[word]];
    if (isSchema(from) && isSchema(to)) return compare(on, from, to, place);
    const request = on.direction === 'request';
    const [value, cover] = request ? [from, to] : [to, from];
    // A closed response object may gain fields; the comparison of properties reports them.
    const covered = isOpen(cover) || value === false || (cover === false && !request);
    return covered ? [] : [breaking(place, `was ${text(from)} and is ${text(to)}`)];
  });
}

/** Whether a keyword leaves its part unrestricted: absent, `true` or `{}`. */
const isOpen = (value: unknown): boolean =>
  value === undefined || value === true || (isSchema(value) && Object.keys(value).length === 0);

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Removing a part breaks no one if a release has marked it deprecated before. */
export function removed(where: string, deprecated: boolean): Change {
  return deprecated ? additive(where, 'was removed after having been deprecated') : breaking(where, 'was removed');
}

/**
 * The alternatives of a schema, with references resolved, choices and type lists expanded, and `const` as a one-value
 * enum.
 */
function alternatives(schemas: Record<string, Schema>, schema: Schema): Schema[] {
  const { anyOf, oneOf, ...rest } = resolve(schemas, schema);
  const choice = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choice) return choice.flatMap((part) => alternatives(schemas, part));
  if (Array.isArray(rest.type)) return rest.type.map((type: unknown) => ({ ...rest, type }));
  if (rest.const === undefined) return [rest];
  return [{ ...rest, enum: [rest.const] }];
}

function resolve(schemas: Record<string, Schema>, schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  const { $ref, ...siblings } = schema;
  const target = schemas[$ref.replace('#/components/schemas/', '')];
  if (!target) throw new Error(`The document names ${$ref} and lacks it`);
  return { ...resolve(schemas, target), ...siblings };
}

const name = (schema: Schema): string => (schema.type === undefined ? 'any value' : String(schema.type));
const text = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A breaking change. */
export const breaking = (where: string, what: string): Change => ({ kind: 'breaking', where, what });
export const additive = (where: string, what: string): Change => ({ kind: 'additive', where, what });
