import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { present } from '#functions/http/present.ts';
import { operations } from '#shared/api/registry.ts';
import { note } from '#shared/api/schemas/common.ts';

const defOf = (schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] => (schema as z.core.$ZodTypes)._zod.def;

/** The schemas below a schema. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    case 'nullable':
    case 'optional':
      return [def.innerType];
    case 'union':
      return def.options;
    default:
      return [];
  }
}

function allOf(schemas: readonly z.core.$ZodType[]): Set<z.core.$ZodType> {
  const all = new Set<z.core.$ZodType>();
  const add = (schema: z.core.$ZodType): void => {
    if (all.has(schema)) return;
    all.add(schema);
    for (const part of partsOf(schema)) add(part);
  };
  for (const schema of schemas) add(schema);
  return all;
}

const answers = allOf(Object.values(operations).flatMap(({ response }) => response ?? []));
const objects = [...answers].filter((schema): schema is z.ZodObject => defOf(schema).type === 'object');

/** Values of a schema in wire form; texts and numbers are any. A tree ends somewhere. */
function wireOf(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, wireOf(field, depth + 1)] as const);
      return fc.record(Object.fromEntries(fields));
    }
    case 'array':
      return depth > 8 ? fc.constant([]) : fc.array(wireOf(def.element, depth + 1), { maxLength: 2 });
    case 'record':
      return fc.dictionary(fc.constantFrom('t1', 'echo_time', 'not_yet', 'CheckT1'), wireOf(def.valueType, depth + 1), {
        maxKeys: 2,
      });
    case 'nullable':
      return fc.option(wireOf(def.innerType, depth + 1), { nil: null });
    case 'optional':
      return fc.option(wireOf(def.innerType, depth + 1), { nil: undefined });
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer();
    case 'unknown':
      return fc.constantFrom<unknown>(1, 'text', { two_words: [1] });
    default:
      return fc.string({ maxLength: 4 });
  }
}

const inCode = (name: string): string =>
  name
    .split('_')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** The record that has a value of the wire: names in code, undefined for null, and more than the wire has. */
function recordOf(schema: z.core.$ZodType, value: unknown): unknown {
  const def = defOf(schema);
  if (value === null || value === undefined) return value;
  switch (def.type) {
    case 'object': {
      const wire = value as Record<string, unknown>;
      const fields = Object.entries(def.shape).map(([name, field]) => {
        const isUnknown = wire[name] === null && defOf(field).type === 'nullable';
        return [inCode(name), isUnknown ? undefined : recordOf(field, wire[name])];
      });
      return { secretHash: 'hidden', ...Object.fromEntries(fields) };
    }
    case 'array':
      return (value as unknown[]).map((item) => recordOf(def.element, item));
    case 'record': {
      const entries = Object.entries(value as Record<string, unknown>);
      return Object.fromEntries(entries.map(([key, item]) => [key, recordOf(def.valueType, item)]));
    }
    case 'nullable':
    case 'optional':
      return recordOf(def.innerType, value);
    default:
      return value;
  }
}

const onWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** Records of this file have no type that says what they hold. */
const presentAny = present as (schema: z.ZodObject, record: unknown, given?: object) => unknown;

describe('a record in the form of its answer', () => {
  it('every object of every answer is made of the record with its names in camelCase, and has no field more', () => {
    expect(objects.length).toBeGreaterThan(200);
    for (const schema of objects)
      fc.assert(
        fc.property(wireOf(schema), (wire) => {
          expect(onWire(presentAny(schema, recordOf(schema, wire)))).toEqual(onWire(wire));
        }),
        { numRuns: 5 },
      );
  });

  it('a field that is given takes the place of that of the record, and undefined is null where the schema has null', () => {
    const record = { content: 'kept', updatedBy: 'ada', updatedAt: '2026-11-22T00:00:00.000Z' };
    expect(present(note, record, { content: 'given', updated_at: undefined })).toEqual({
      content: 'given',
      updated_by: 'ada',
      updated_at: null,
    });
  });

  it('no answer has a choice of several objects, or an object with fields of any name, which are not converted', () => {
    const isOpen = (schema: z.core.$ZodType): boolean => {
      const def = defOf(schema);
      if (def.type === 'object') return def.catchall !== undefined && defOf(def.catchall).type !== 'never';
      return (
        ['union', 'tuple', 'lazy', 'intersection'].includes(def.type) &&
        [...allOf([schema])].some((part) => objects.includes(part as z.ZodObject))
      );
    };
    expect([...answers].filter(isOpen)).toEqual([]);
  });

  it('a record that lacks a field, or has one of another type, does not compile unless the field is given', () => {
    const lacking = { content: '', updatedBy: 'ada' };
    // @ts-expect-error It lacks `updatedAt`, which may be null.
    present(note, lacking);
    present(note, lacking, { updated_at: null });
    // @ts-expect-error A number is not a text.
    present(note, { ...lacking, updatedBy: 1, updatedAt: undefined });
    // @ts-expect-error The schema has no `etag`.
    const more = present(note, lacking, { updated_at: null, etag: 'x' });
    expect(more).toEqual({ content: '', updated_by: 'ada', updated_at: null });
  });
});
