import { describe, expect, it } from 'vitest';
import { checkParameters } from '#shared/flows/rules/forms/check-parameters.ts';
import { type Form, formProblem } from '#shared/flows/rules/forms/form.ts';
import { formParameters } from '#shared/flows/rules/forms/form-parameters.ts';

/** As pydantic writes the parameters of a function. */
const form: Form = {
  title: 'Morning',
  type: 'object',
  properties: {
    shots: { type: 'integer', minimum: 1, maximum: 10_000, default: 1024, description: 'Repetitions' },
    min_t1: { anyOf: [{ type: 'number' }, { type: 'null' }], default: null },
    delay: { $ref: '#/$defs/Span' },
    kind: { enum: ['fast', 'slow'], default: 'fast' },
    span: { type: 'number', unit: 'us', exclusiveMinimum: 0 },
    note: { type: 'string' },
  },
  required: ['note'],
  $defs: {
    Span: {
      type: 'object',
      properties: { start: { type: 'number' }, points: { type: 'integer' } },
      required: ['start'],
      additionalProperties: false,
    },
  },
};
const problemsOf = (given: Record<string, unknown>) =>
  checkParameters(form, { note: '', ...given }, ['chip_id']).map(({ name, message }) => `${name}: ${message}`);

describe('a form', () => {
  it('a form as Python libraries write it is taken', () => {
    expect(formProblem(form)).toBeUndefined();
    expect(formProblem({})).toBeUndefined();
  });

  it.each<[string, Form, (string | number)[], RegExp]>([
    [
      'a keyword that is not checked',
      { properties: { a: { pattern: 'a+' } } },
      ['properties', 'a', 'pattern'],
      /not a keyword/,
    ],
    ['a keyword at the top', { anyOf: [] }, ['anyOf'], /not a keyword/],
    ['another type than an object', { type: 'array' }, ['type'], /'object'/],
    ['an unknown type', { properties: { a: { type: 'int' } } }, ['properties', 'a', 'type'], /integer/],
    ['a text as a bound', { properties: { a: { minimum: '1' } } }, ['properties', 'a', 'minimum'], /number/],
    ['a reference elsewhere', { properties: { a: { $ref: 'https://x' } } }, ['properties', 'a', '$ref'], /\$defs/],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/B' } } }, ['properties', 'a', '$ref'], /\$defs/],
    [
      'a definition that leads back',
      { $defs: { A: { items: { $ref: '#/$defs/A' } } } },
      ['$defs', 'A'],
      /back to itself/,
    ],
    ['names that are not a list', { required: 'a' }, ['required'], /list of names/],
    ['something that is not a schema', { properties: { a: 3 } }, ['properties', 'a'], /schema/],
  ])('a form with %s is refused, and says where', (_, wrong, path, message) => {
    expect(formProblem(wrong)).toMatchObject({ path, message: expect.stringMatching(message) });
  });

  it.each([
    ['title', { $id: 'http://[' }],
    ['description', 1],
    ['examples', { $ref: 'http://[' }],
    ['deprecated', { $id: 'http://[' }],
    ['uniqueItems', 'yes'],
  ])('a parameter whose %s has another type is refused', (keyword, value) => {
    expect(formProblem({ properties: { a: { [keyword]: value } } })).toMatchObject({
      path: ['properties', 'a', keyword],
    });
  });

  it('a form whose definitions double each other is refused, however short it is', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `D${n}`,
        { anyOf: [{ $ref: `#/$defs/D${n + 1}` }, { $ref: `#/$defs/D${n + 1}` }] },
      ]),
    );
    expect(formProblem({ $defs: { ...$defs, D40: { type: 'null' } } })).toMatchObject({ path: ['$defs', 'D0'] });
  });
});

describe('parameters by a form', () => {
  it('parameters that fit are taken', () => {
    const fitting = {
      shots: 64,
      min_t1: null,
      delay: { start: 0, points: 3 },
      kind: 'slow',
      span: 0.5,
      chip_id: 'chip',
    };
    expect(problemsOf(fitting)).toEqual([]);
  });

  it('an unknown parameter is refused with the nearest name', () => {
    expect(problemsOf({ shoots: 64 })).toEqual(["shoots: there is no parameter 'shoots'; did you mean 'shots'?"]);
  });

  it.each([
    [{ shots: '64' }, /^shots: parameter 'shots': .*string.*integer/],
    [{ shots: 0.5 }, /^shots: parameter 'shots': .*integer/],
    [{ shots: 0 }, /^shots: parameter 'shots': .*1/],
    [{ shots: null }, /^shots: parameter 'shots': .*null/],
    [{ kind: 'medium' }, /^kind: parameter 'kind': .*fast/],
    [{ span: 0 }, /^span: /],
    [{ delay: { start: 'now' } }, /^delay: parameter 'delay': at start: /],
    [{ delay: { start: 0, step: 1 } }, /^delay: parameter 'delay': at step: /],
    [{ min_t1: 'long' }, /^min_t1: /],
  ])('an ill-typed parameter is refused by its name: %j', (given, problem) => {
    expect(problemsOf(given)).toEqual([expect.stringMatching(problem)]);
  });

  it('a parameter that is missing is named', () => {
    expect(checkParameters(form, {}, [])).toEqual([{ name: 'note', message: "parameter 'note' is missing" }]);
  });

  it('other names are taken where the form says so', () => {
    expect(checkParameters({ additionalProperties: true }, { anything: 1 }, [])).toEqual([]);
    const numbers = { additionalProperties: { type: 'number' } };
    expect(checkParameters(numbers, { a: 1, b: 'x' }, [])).toMatchObject([{ name: 'b' }]);
  });

  it('a value and a form that need millions of checks together are refused', () => {
    const list = Array.from({ length: 1400 }, (_, n) => n + 1000);
    const refused = [{ name: 'a', message: "parameter 'a' is too large for its form to check" }];
    const choices = [...Array.from({ length: 1000 }, () => ({ const: 1 })), {}];
    expect(checkParameters({ properties: { a: { items: { anyOf: choices } } } }, { a: list }, [])).toEqual(refused);
    const unique = Array.from({ length: 150 }, () => ({ uniqueItems: true }));
    expect(checkParameters({ properties: { a: { allOf: unique } } }, { a: list }, [])).toEqual(refused);
    expect(checkParameters({ properties: { a: { allOf: unique } } }, { a: [1, 2] }, [])).toEqual([]);
    expect(
      checkParameters({ properties: { a: { items: { type: 'integer' }, uniqueItems: true } } }, { a: list }, []),
    ).toEqual([]);
  });

  it('names that every object inherits are not parameters', () => {
    expect(checkParameters({ properties: {} }, { constructor: 1 }, [])).toMatchObject([{ name: 'constructor' }]);
  });
});

it('the plain parameters of a form are told by name, with type, unit, default and bounds', () => {
  expect(formParameters(form)).toEqual([
    { ...plain('note', 'str'), accepts: 'a text' },
    {
      ...plain('shots', 'int'),
      description: 'Repetitions',
      values: [1024],
      accepts: 'a whole number, at least 1, at most 10000',
    },
    { ...plain('span', 'float'), unit: 'us', accepts: 'a number, above 0' },
  ]);
});

const plain = (name: string, valueType: string) => ({
  name,
  valueType,
  unit: '',
  description: '',
  values: [],
  tasks: [],
});
