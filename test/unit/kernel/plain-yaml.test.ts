import { describe, expect, it } from 'vitest';
import { yamlBounds } from '#shared/kernel/rules/yaml/bounds.ts';
import { problemOfText } from '#shared/kernel/rules/yaml/check-text.ts';
import { plainYaml } from '#shared/kernel/rules/yaml/plain-yaml.ts';

const bounds = { bytes: 1000, parts: 300, depth: 5, aliases: 20 };
const read = (source: string, more: Partial<typeof bounds> = {}) => plainYaml(source, { ...bounds, ...more });

describe('the value of a YAML text', () => {
  it.each<[string, unknown]>([
    ['', null],
    ['a: [1, "2", true, null, ~, .nan, x]', { a: [1, '2', true, null, null, Number.NaN, 'x'] }],
    ['a:\n- b: |\n    c\n    d\n  "e": 1e3', { a: [{ b: 'c\nd\n', e: 1000 }] }],
    ['{"a": {"b": []}, "c": {}}', { a: { b: [] }, c: {} }],
    ['a: &x {b: 1}\nc: [*x, *x]', { a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] }],
    ['a: &x 1\nb: &x 2\nc: *x', { a: 1, b: 2, c: 2 }],
    ['a: |\n  *b\nc: "*d"\ne: f *g', { a: '*b\n', c: '*d', e: 'f *g' }],
    ['? [1, 2]\n: 3\n? \n: 4', { '[1, 2]': 3, '': 4 }],
    ['1: a\n2: b', { 1: 'a', 2: 'b' }],
  ])('the text %j has its value', (source, value) => {
    expect(read(source)).toEqual({ value });
  });

  it('a key named as the prototype is a key', () => {
    const found = read('__proto__: {a: 1}');
    expect('value' in found && Object.keys(found.value as object)).toEqual(['__proto__']);
  });

  it.each([
    ['a: 1\nb:\n  c: 1\n  c: 2', "Map keys must be unique: 'c' is given twice at line 4, column 3"],
    ['{a: 1, a: 2}', "Map keys must be unique: 'a' is given twice at line 1, column 8"],
    ['1: a\n"1": b', "Map keys must be unique: '1' is given twice at line 2, column 1"],
    ['a: *b', "there is no anchor 'b' above at line 1, column 4"],
    ['a: &b [*b]', "alias 'b' is within what it names at line 1, column 8"],
    ['a: 1\n---\nb: 2', 'a second document begins here at line 2, column 1'],
    ['[[[[[[1]]]]]]', 'the document is nested too deeply; at most 5 levels are allowed'],
    ['- - - - - - 1', 'the document is nested too deeply; at most 5 levels are allowed'],
    [`[${'1,'.repeat(200)}]`, 'the document has more than 300 parts'],
    [`a: &a 1\nb: [${'*a,'.repeat(21)}]`, 'the document has 21 aliases; at most 20 are allowed'],
    ['x'.repeat(1001), 'the document has 1001 bytes; at most 1000 are allowed'],
  ])('the text %j is refused with why and where', (source, problem) => {
    expect(read(source)).toEqual({ problem });
  });

  it('a text with a mistake of syntax is refused with its place', () => {
    expect(read('a: [1')).toEqual({ problem: expect.stringMatching(/ at line 1, column \d+$/) });
  });

  it('aliases that multiply are refused by what they would grow to', () => {
    const lists = [
      'a: &a [1, 1]',
      ...'bcde'.split('').map((name, n) => `${name}: &${name} [${`*${'abcd'[n]}, `.repeat(5)}]`),
    ];
    expect(read(lists.join('\n'))).toEqual({
      problem: expect.stringContaining('the document has more than 300 parts with its aliases'),
    });
  });
});

describe('a text with many keys', () => {
  // Comparing each key with each other one takes minutes here.
  const keys = Array.from({ length: 140_000 }, (_, n) => `k${n}`);

  it('a repeated key is found behind 140,000 others', () => {
    const repeated = plainYaml(`{${[...keys, 'k7'].join(': 1, ')}: 1}`, yamlBounds.chip);
    expect(repeated).toEqual({ problem: expect.stringContaining("'k7' is given twice") });
  });

  it('a text that is only checked may have as many keys as its bound allows', () => {
    const source = keys.slice(0, 20_000).map((key) => `${key}: 1`);
    expect(problemOfText(source.join('\n'), 'yaml')).toBeUndefined();
    expect(problemOfText([...source, 'k0: 2'].join('\n'), 'yml')).toContain("'k0' is given twice at line 20001");
  });
});
