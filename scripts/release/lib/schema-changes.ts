import type { Change, Schema } from './openapi-document.ts';

/** Who writes the values of a schema: the client (`request`), or the service (`response`). */
export type Direction = 'request' | 'response';

/** A schema and the document that its references point into. */
export interface Side {
  schema: Schema;
  schemas: Record<string, Schema>;
}

interface Comparison {
  older: Record<string, Schema>;
  newer: Record<string, Schema>;
  direction: Direction;
  /** Pairs of named schemas under comparison, so that a schema that names itself ends. */
  open: Set<string>;
}

/** Words that describe a value and restrict none. */
const annotations = new Set(['title', 'description', 'example', 'examples', '$comment', 'deprecated', 'id', '$id']);

/** Words that are compared by themselves below. */
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
 * Compares the older and the newer schema of one part of the interface. A request must go on being accepted and an
 * answer must stay within what it was, so that "wider" is breaking in an answer and "narrower" in a request. A field
 * may be added to an answer (clients ignore what they do not know), and an optional one to a request.
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

/** A value that was not sent means something else now: nobody is told, so it counts as breaking. */
function compareDefaults({ direction, ...on }: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  const [from, to] = [resolve(on.older, older).default, resolve(on.newer, newer).default];
  if (direction === 'response' || from === undefined || same(from, to)) return [];
  // That an absent map is an empty one need not be said: generators write no such default.
  if (to === undefined && text(from) === '{}') return [];
  return [breaking(where, `its default was ${text(from)} and is ${text(to)}`)];
}

/**
 * Every alternative that a value could take must have one that covers it: of the newer ones in a request, of the older
 * ones in an answer.
 */
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

/** Whether the types allow that one alternative holds the values of another: every integer is a number. */
const mayCover = (cover: Schema, value: Schema): boolean =>
  cover.type === undefined || cover.type === value.type || (cover.type === 'number' && value.type === 'integer');

const breakages = (changes: readonly Change[]): number => changes.filter(({ kind }) => kind === 'breaking').length;

/** Compares two alternatives of the same type, each without a choice. */
function compareOne(on: Comparison, older: Schema, newer: Schema, where: string): Change[] {
  return [
    ...compareEnums(on, older, newer, where),
    ...compareOpenLists(older, newer, where),
    ...compareConstraints(on, older, newer, where),
    ...compareProperties(on, older, newer, where),
    ...compareParts(on, older, newer, where),
  ];
}

/** An answer's list of values is closed: generated clients refuse one that they do not know. */
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

/** A list that is said to grow: a value that goes takes from its clients what they act on; one that comes does not. */
function compareOpenLists(older: Schema, newer: Schema, where: string): Change[] {
  const [from, to] = [older, newer].map((schema) => (schema['x-extensible-enum'] ?? []) as unknown[]);
  const [removedValues, addedValues] = [
    from?.filter((value) => !to?.includes(value)),
    to?.filter((value) => !from?.includes(value)),
  ];
  return [
    ...(removedValues ?? []).map((value) => breaking(where, `${text(value)} is no value any more`)),
    ...(addedValues ?? []).map((value) => additive(where, `${text(value)} is a new value`)),
  ];
}

/** Bounds, patterns, formats, and whatever word this comparison does not know: equal, or wider where that is safe. */
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

/** Entries of arrays, values and keys of maps. */
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
    // An answer whose fields are its known ones may gain others; that is for its properties to tell.
    const covered = isOpen(cover) || value === false || (cover === false && !request);
    return covered ? [] : [breaking(place, `was ${text(from)} and is ${text(to)}`)];
  });
}

/** Whether a word leaves its part free: absent, `true` or `{}`. */
const isOpen = (value: unknown): boolean =>
  value === undefined || value === true || (isSchema(value) && Object.keys(value).length === 0);

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** What is removed after a release in which it was marked deprecated breaks nobody who has read that mark. */
export function removed(where: string, deprecated: boolean): Change {
  return deprecated ? additive(where, 'was removed after having been deprecated') : breaking(where, 'was removed');
}

/** The single alternatives of a schema: references followed, choices and lists of types spread out, `const` as a list of one. */
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
  const { $ref, ...beside } = schema;
  const target = schemas[$ref.replace('#/components/schemas/', '')];
  if (!target) throw new Error(`The document names ${$ref} and lacks it`);
  return { ...resolve(schemas, target), ...beside };
}

const name = (schema: Schema): string => (schema.type === undefined ? 'any value' : String(schema.type));
const text = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A change that a client of the older document may not survive. */
export const breaking = (where: string, what: string): Change => ({ kind: 'breaking', where, what });
export const additive = (where: string, what: string): Change => ({ kind: 'additive', where, what });
