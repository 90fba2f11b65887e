import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Operation } from '#shared/api/define.ts';
import { operations, type Registry, registry } from '#shared/api/registry.ts';
import { unknownFields } from '#shared/api/unknown-fields.ts';
import { served } from '#test/clients/compatibility.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const pathsIn = (schema: z.ZodType, value: unknown) => unknownFields(schema, value).map(({ path }) => path.join('.'));

describe('unknown fields', () => {
  const inner = z.object({ a: z.number() });

  it.each([
    ['an object', z.object({ a: z.number() }), { a: 1, b: 2 }, ['b']],
    ['a name that every object inherits', inner, { constructor: 1 }, ['constructor']],
    ['a field that may be absent or null', z.object({ x: inner.nullish() }), { x: { b: 1 } }, ['x.b']],
    ['a field with a default', z.object({ x: inner.default({ a: 1 }) }), { x: { b: 1 } }, ['x.b']],
    ['a list', z.array(inner), [{ a: 1 }, { b: 1 }], ['1.b']],
    ['a record', z.record(z.string(), inner), { any: { b: 1 } }, ['any.b']],
    ['a refined object', inner.refine(() => true), { b: 1 }, ['b']],
    ['a transformed object', inner.transform(({ a }) => a), { b: 1 }, ['b']],
    ['an option of a union', z.union([z.number(), inner]), { a: 1, b: 1 }, ['b']],
    [
      'the option of a union that a field names, though it lacks another',
      z.discriminatedUnion('kind', [inner.extend({ kind: z.literal('x') }), z.object({ kind: z.literal('y') })]),
      { kind: 'x', b: 1 },
      ['b'],
    ],
  ])('an unknown field is found in %s', (_, schema, value, found) => {
    expect(pathsIn(schema, value)).toEqual(found);
  });

  it.each([
    ['an open object', z.looseObject({ a: z.number() }), { a: 1, b: 2 }],
    ['a value of any shape', z.object({ a: z.unknown() }), { a: { b: 1 } }],
    ['a record of anything', z.record(z.string(), z.unknown()), { a: { b: 1 } }],
    ['what is not an object', inner, 'text'],
  ])('nothing is unknown in %s', (_, schema, value) => {
    expect(pathsIn(schema, value)).toEqual([]);
  });

  it('of very many unknown fields the first twenty are found', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, n]));
    expect(pathsIn(inner, many)).toHaveLength(20);
  });
});

describe('ignored fields', () => {
  /** A body with the field at a path, `*` a place of a list or a name of a record. */
  const bodyWith = (path: string): unknown =>
    path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), 1);

  it.each(
    operations.flatMap(({ operationId, ignoredFields = [] }) =>
      ignoredFields.map((path) => [operationId, path] as const),
    ),
  )('a field that is ignored would else be refused: %s, %s', (id, path) => {
    const { body } = registry[id as keyof Registry] as { body?: z.ZodType };
    expect(body && pathsIn(body, bodyWith(path))).toEqual([path]);
  });

  it("every field that QDash's TypeScript client may send is known or ignored", () => {
    const file = join(projectRoot, 'test/clients/operations/typescript-shapes.json');
    const { operations: shapes } = JSON.parse(readFileSync(file, 'utf8')) as {
      operations: Record<string, { body?: string[] }>;
    };
    const sent = served('typescript').flatMap(({ name, operationId }) => {
      const fields = shapes[name]?.body;
      return operationId && fields ? [{ operationId: operationId as keyof Registry, fields }] : [];
    });
    expect(sent.length).toBeGreaterThan(30);
    const refused = sent.flatMap(({ operationId, fields }) => {
      const { body = z.object({}), ignoredFields: ignored = [] }: Operation = registry[operationId];
      const given = Object.fromEntries(fields.map((field) => [field, null]));
      return pathsIn(body, given).filter((path) => !ignored.includes(path));
    });
    expect(refused).toEqual([]);
  });
});
