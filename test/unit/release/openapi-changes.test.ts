import { describe, expect, test } from 'vitest';
import { openApiChanges } from '#scripts/release/lib/openapi-changes.ts';
import type { OpenApi, OperationObject, Schema } from '#scripts/release/lib/openapi-document.ts';

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };

/** A document with the one operation `GET /chips/{chip_id}`. */
function document(operation: Partial<OperationObject> = {}, schemas: Record<string, Schema> = {}): OpenApi {
  const whole = { operationId: 'getChip', security: [], responses: { 200: {} }, ...operation };
  return { info: { version: '1.0.0' }, paths: { '/chips/{chip_id}': { get: whole } }, components: { schemas } };
}

/** The schema of a list whose entries have one of these values. */
const listOf = (...values: string[]): Schema => ({ type: 'array', items: { type: 'string', enum: values } });

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const asks = (schema: Schema) => document({ requestBody: { required: true, ...json(schema) } });
const answers = (schema: Schema) => document({ responses: { 200: json(schema) } });
const parameter = (more: object) => document({ parameters: [{ name: 'limit', in: 'query', schema: text, ...more }] });
const lines = (older: OpenApi, newer: OpenApi) =>
  openApiChanges(older, newer).map(({ kind, where, what }) => `${kind}: ${where} ${what}`);
const empty: OpenApi = { info: { version: '1.0.0' }, paths: {} };

describe('operations', () => {
  test('an interface is compatible with itself', () => {
    const same = asks({ anyOf: [text, { type: 'null' }] });
    expect(lines(same, structuredClone(same))).toEqual([]);
  });

  test.each<[string, OpenApi, OpenApi, string[]]>([
    ['removed', document(), empty, ['breaking: getChip was removed']],
    [
      'removed after deprecation',
      document({ deprecated: true }),
      empty,
      ['additive: getChip was removed after having been deprecated'],
    ],
    ['added', empty, document(), ['additive: getChip was added: GET /chips/{chip_id}']],
    [
      'renamed',
      document(),
      document({ operationId: 'readChip' }),
      ['breaking: getChip was removed', 'additive: readChip was added: GET /chips/{chip_id}'],
    ],
    [
      'moved',
      document(),
      { ...document(), paths: { '/v2/chips/{chip_id}': document().paths['/chips/{chip_id}'] ?? {} } },
      ['breaking: getChip was GET /chips/{chip_id} and is GET /v2/chips/{chip_id}'],
    ],
    [
      'put behind a token',
      document(),
      document({ security: [{ bearer: [] }] }),
      ['breaking: getChip needs a token now'],
    ],
    ['opened', document({ security: [{ bearer: [] }] }), document(), ['additive: getChip needs no token any more']],
    [
      'with a status less',
      document({ responses: { 200: {}, 404: {} } }),
      document(),
      ['breaking: getChip: response 404 was removed'],
    ],
    [
      'with a refusal more',
      document(),
      document({ responses: { 200: {}, 409: {} } }),
      ['additive: getChip: response 409 was added'],
    ],
    [
      'with a success more',
      document(),
      document({ responses: { 200: {}, 201: {} } }),
      ['breaking: getChip: response 201 was added'],
    ],
  ])('compatibility of interfaces is told of an operation %s', (_, older, newer, expected) => {
    expect(lines(older, newer)).toEqual(expected);
  });
});

describe('parameters and bodies', () => {
  test.each<[string, OpenApi, OpenApi, string[]]>([
    ['a parameter removed', parameter({}), document(), ['breaking: getChip: query limit was removed']],
    [
      'a deprecated parameter removed',
      parameter({ deprecated: true }),
      document(),
      ['additive: getChip: query limit was removed after having been deprecated'],
    ],
    ['a parameter added', document(), parameter({}), ['additive: getChip: query limit was added']],
    [
      'a required parameter added',
      document(),
      parameter({ required: true }),
      ['breaking: getChip: query limit was added and is required'],
    ],
    [
      'a parameter made required',
      parameter({}),
      parameter({ required: true }),
      ['breaking: getChip: query limit is required now'],
    ],
    [
      'a parameter moved',
      parameter({}),
      parameter({ in: 'header' }),
      ['breaking: getChip: query limit was removed', 'additive: getChip: header limit was added'],
    ],
    ['a body added', document(), document({ requestBody: json(text) }), ['additive: getChip: body was added']],
    ['a required body added', document(), asks(text), ['breaking: getChip: body was added and is required']],
    [
      'a body made required',
      document({ requestBody: json(text) }),
      asks(text),
      ['breaking: getChip: body is required now'],
    ],
    ['a body removed', asks(text), document(), ['breaking: getChip: body was removed']],
    [
      'another content type of a body',
      asks(text),
      document({ requestBody: { required: true, content: { 'text/csv': {} } } }),
      ["breaking: getChip: body 'application/json' was removed", "additive: getChip: body 'text/csv' was added"],
    ],
    [
      'another content type of an answer',
      answers(text),
      document({ responses: { 200: { content: { ...json(text).content, 'text/csv': {} } } } }),
      ["breaking: getChip: response 200 'text/csv' was added"],
    ],
  ])('compatibility of interfaces is told of %s', (_, older, newer, expected) => {
    expect(lines(older, newer)).toEqual(expected);
  });
});

/** Two schemas, and what the change from the first to the second is in a request and in an answer. */
type Case = [name: string, older: Schema, newer: Schema, request: string[], response: string[]];

describe('schemas', () => {
  const size = (schema: Schema, required: string[] = []) => object({ size: schema }, required);
  const integer = { type: 'integer' };
  const number = { type: 'number' };
  const orNull = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] });
  test.each<Case>([
    ['a field removed', size(text), object({}), ['breaking: .size was removed'], ['breaking: .size was removed']],
    [
      'a deprecated field removed',
      size({ ...text, deprecated: true }),
      object({}),
      ['additive: .size was removed after having been deprecated'],
      ['additive: .size was removed after having been deprecated'],
    ],
    ['an optional field added', object({}), size(text), ['additive: .size was added'], ['additive: .size was added']],
    [
      'a required field added',
      object({}),
      size(text, ['size']),
      ['breaking: .size was added and is required'],
      ['additive: .size was added'],
    ],
    ['a field made required', size(text), size(text, ['size']), ['breaking: .size is required now'], []],
    ['a field made optional', size(text, ['size']), size(text), [], ['breaking: .size may be missing now']],
    [
      'another type',
      size(text),
      size(integer),
      ['breaking: .size string is refused now', 'additive: .size integer is accepted too'],
      ['breaking: .size may be integer now'],
    ],
    [
      'a wider type',
      size(integer),
      size(number),
      ['additive: .size number is accepted too'],
      ['breaking: .size may be number now'],
    ],
    ['a narrower type', size(number), size(integer), ['breaking: .size number is refused now'], []],
    [
      'any value where a type was',
      size(text),
      size({}),
      ['additive: .size any value is accepted too'],
      ['breaking: .size may be any value now'],
    ],
    [
      'null added',
      size(text),
      size(orNull(text)),
      ['additive: .size null is accepted too'],
      ['breaking: .size may be null now'],
    ],
    [
      'null added by a list of types',
      size(text),
      size({ type: ['string', 'null'] }),
      ['additive: .size null is accepted too'],
      ['breaking: .size may be null now'],
    ],
    ['null removed', size(orNull(text)), size(text), ['breaking: .size null is refused now'], []],
    [
      'a value removed',
      size({ ...text, enum: ['a', 'b'] }),
      size({ ...text, enum: ['a'] }),
      ['breaking: .size "b" is refused now'],
      [],
    ],
    [
      'a value added',
      size({ ...text, enum: ['a'] }),
      size({ ...text, enum: ['a', 'b'] }),
      ['additive: .size "b" is accepted too'],
      ['breaking: .size "b" is a new value'],
    ],
    [
      'a value added to a list that grows',
      size({ ...text, 'x-extensible-enum': ['a'] }),
      size({ ...text, 'x-extensible-enum': ['a', 'b'] }),
      ['additive: .size "b" is a new value'],
      ['additive: .size "b" is a new value'],
    ],
    [
      'a value taken from a list that grows',
      size({ ...text, 'x-extensible-enum': ['a', 'b'] }),
      size({ ...text, 'x-extensible-enum': ['a'] }),
      ['breaking: .size "b" is no longer a value'],
      ['breaking: .size "b" is no longer a value'],
    ],
    [
      'a constant replaced',
      size({ ...text, const: 'a' }),
      size({ ...text, const: 'b' }),
      ['breaking: .size "a" is refused now', 'additive: .size "b" is accepted too'],
      ['breaking: .size "b" is a new value'],
    ],
    [
      'a list of values begun',
      size(text),
      size({ ...text, enum: ['a'] }),
      ['breaking: .size takes only listed values now'],
      [],
    ],
    [
      'a list of values dropped',
      size({ ...text, enum: ['a'] }),
      size(text),
      [],
      ['breaking: .size may have any value now'],
    ],
    [
      'a bound lowered',
      size({ ...integer, maximum: 9 }),
      size({ ...integer, maximum: 5 }),
      ['breaking: .size maximum was 9 and is 5'],
      [],
    ],
    [
      'a bound raised',
      size({ ...integer, maximum: 5 }),
      size({ ...integer, maximum: 9 }),
      [],
      ['breaking: .size maximum was 5 and is 9'],
    ],
    [
      'a least length set',
      size(text),
      size({ ...text, minLength: 1 }),
      ['breaking: .size minLength was absent and is 1'],
      [],
    ],
    [
      'a pattern changed',
      size({ ...text, pattern: 'a' }),
      size({ ...text, pattern: 'b' }),
      ['breaking: .size pattern was "a" and is "b"'],
      ['breaking: .size pattern was "a" and is "b"'],
    ],
    [
      'a word that the comparison does not know',
      size(text),
      size({ ...text, contentEncoding: 'base64' }),
      ['breaking: .size contentEncoding was absent and is "base64"'],
      [],
    ],
    [
      'another default',
      size({ ...integer, default: 20 }),
      size({ ...integer, default: 50 }),
      ['breaking: .size its default was 20 and is 50'],
      [],
    ],
    [
      'a default of all values, which are more now',
      size({ ...listOf('a', 'b'), default: ['a', 'b'] }),
      size({ ...listOf('a', 'b', 'c'), default: ['a', 'b', 'c'] }),
      ['additive: .size[] "c" is accepted too'],
      ['breaking: .size[] "c" is a new value'],
    ],
    [
      'a default of all values, which leaves out a new one',
      size({ ...listOf('a', 'b'), default: ['a', 'b'] }),
      size({ ...listOf('a', 'b', 'c'), default: ['a'] }),
      ['breaking: .size its default was ["a","b"] and is ["a"]', 'additive: .size[] "c" is accepted too'],
      ['breaking: .size[] "c" is a new value'],
    ],
    [
      'an empty map that is the default no more, which is not said any more',
      size({ anyOf: [{ type: 'object' }, { type: 'null' }], default: {} }),
      size({ anyOf: [{ type: 'object' }, { type: 'null' }] }),
      [],
      [],
    ],
    ['another description', size({ ...text, description: 'a' }), size({ ...text, description: 'b' }), [], []],
    [
      'entries of another type',
      { type: 'array', items: text },
      { type: 'array', items: integer },
      ['breaking: [] string is refused now', 'additive: [] integer is accepted too'],
      ['breaking: [] may be integer now'],
    ],
    [
      'entries of any type',
      { type: 'array', items: text },
      { type: 'array' },
      [],
      ['breaking: [] was {"type":"string"} and is absent'],
    ],
    [
      'values of a map of another type',
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: integer },
      ['breaking: .* string is refused now', 'additive: .* integer is accepted too'],
      ['breaking: .* may be integer now'],
    ],
    [
      'unknown fields refused',
      object({}),
      { ...object({}), additionalProperties: false },
      ['breaking: .* was absent and is false'],
      [],
    ],
    ['unknown fields let in', { ...object({}), additionalProperties: false }, object({}), [], []],
  ])('compatibility of schemas is told of %s', (_, older, newer, request, response) => {
    const short = (line: string) => line.replace(/getChip: (body|response 200)/, '');
    expect(lines(asks(older), asks(newer)).map(short)).toEqual(request);
    expect(lines(answers(older), answers(newer)).map(short)).toEqual(response);
  });

  test('a named schema is compared wherever it is used, and one that names itself ends', () => {
    const tree = (value: Schema) => ({ Tree: object({ value, next: { $ref: '#/components/schemas/Tree' } }) });
    const of = (value: Schema) =>
      document({ responses: { 200: json({ $ref: '#/components/schemas/Tree' }) } }, tree(value));
    expect(lines(of(text), of(orNull(text)))).toEqual(['breaking: getChip: response 200.value may be null now']);
  });

  test('a reference of a schema into nowhere is an error, not an equal schema', () => {
    const lost = answers({ $ref: '#/components/schemas/Lost' });
    expect(() => openApiChanges(lost, lost)).toThrow(/names #\/components\/schemas\/Lost and lacks it/);
  });
});
