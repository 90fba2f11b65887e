import { expect, test } from 'vitest';
import { conditionSites, isWithConditions, markConditions } from '#scripts/suites/lib/mutants/condition-sites.ts';
import { equivalents } from '#scripts/suites/lib/mutants/equivalents.ts';
import { partsOf, withoutPart } from '#scripts/suites/lib/mutants/expression-parts.ts';
import { sampleOf } from '#scripts/suites/lib/mutants/sample.ts';

test.each([
  ['#rev = :rev', ['#rev = :rev'], []],
  ['attribute_exists(pk) AND #rev = :rev', ['attribute_exists(pk)', '#rev = :rev'], []],
  ['(a = :a AND b = :b) AND (c = :c)', ['a = :a', 'b = :b', 'c = :c'], []],
  ['(attribute_exists(pk)) AND (#rev = :rev)', ['attribute_exists(pk)', '#rev = :rev'], []],
  [
    'attribute_not_exists(pk) OR jobId <> :job',
    ['attribute_not_exists(pk) OR jobId <> :job'],
    ['attribute_not_exists(pk)', 'jobId <> :job'],
  ],
  ['a = :a AND (b = :b OR c = :c)', ['a = :a', 'b = :b OR c = :c'], ['b = :b', 'c = :c']],
  [
    '(a = :a AND b = :b) OR c = :c',
    ['(a = :a AND b = :b) OR c = :c', 'a = :a', 'b = :b'],
    ['a = :a AND b = :b', 'c = :c'],
  ],
])('a condition has the parts that can be taken out: %s', (expression, demands, alternatives) => {
  expect(partsOf(expression)).toEqual({ demands, alternatives });
});

test.each([
  ['#a = :a AND #b = :b', '#a = :a', '#b = :b', { '#b': 'b' }, { ':b': 2 }],
  ['#a = :a OR #b = :b', '#b = :b', '#a = :a', { '#a': 'a' }, { ':a': 1 }],
  [
    '#a = :a AND (#b = :b OR #a <> :b)',
    '#a <> :b',
    '#a = :a AND (#b = :b)',
    { '#a': 'a', '#b': 'b' },
    { ':a': 1, ':b': 2 },
  ],
  ['#a = :a', '#a = :a', 'attribute_exists(pk) OR attribute_not_exists(pk)', {}, {}],
  ['#a = :a', '#b = :b', '#a = :a', { '#a': 'a' }, { ':a': 1 }],
])(
  'a condition without a part keeps the names and values of the rest: %s without %s',
  (expression, part, rest, names, values) => {
    const given = { expression, names: { '#a': 'a', '#b': 'b' }, values: { ':a': 1, ':b': 2 } };
    expect(withoutPart(given, part)).toEqual({ expression: rest, names, values });
  },
);

const source = `
export function release(transaction: Transaction, held: Condition) {
  transaction.update(key, change, held, staleRead).check(other, ifAbsent, staleRead);
  ctx.objects.put(path, bytes);
  seen.delete(key);
}
const write = async (condition) => writeItem(db, { put, condition });
`;

test('every condition of a source is found by the function that gives it', () => {
  expect(conditionSites('a.ts', source).map(({ id, line }) => [id, line])).toEqual([
    ['a.ts release 1', 3],
    ['a.ts release 2', 3],
    ['a.ts write 1', 7],
  ]);
});

test('the conditions of a source are handed through the hook, and nothing else is changed', () => {
  const marked = markConditions('a.ts', source);
  expect(marked).toContain('change, globalThis.fiducialCondition("a.ts release 1", held), staleRead)');
  expect(marked).toContain('.check(other, globalThis.fiducialCondition("a.ts release 2", ifAbsent), staleRead)');
  expect(marked).toContain('{ put, condition: globalThis.fiducialCondition("a.ts write 1", condition) }');
  expect(
    marked
      .replaceAll(/globalThis\.fiducialCondition\("[^"]+", (\w+)\)/g, '$1')
      .replace('condition: condition', 'condition'),
  ).toBe(source);
});

test('conditions are looked for in the store and the verbs of every subject', () => {
  const sources = new Set(equivalents.map(({ site }) => site.split(' ')[0] ?? ''));
  expect([...sources].filter((path) => !isWithConditions(path))).toEqual([]);
  expect(isWithConditions('shared/runs/rules/claim.ts')).toBe(false);
});

test('nothing to draw from is an error, so that a moved folder is not tried in silence', () => {
  expect(() => sampleOf([], undefined)).toThrow('no sources');
  expect(() => sampleOf([], { size: 1, seed: 1 })).toThrow('no sources');
});

test('a sample is the same for the same seed, in the order of the list, and another for another seed', () => {
  const list = Array.from({ length: 200 }, (_, n) => n);
  const one = sampleOf(list, { size: 20, seed: 1 });
  expect(one).toEqual(sampleOf(list, { size: 20, seed: 1 }));
  expect(one).toEqual([...new Set(one)].sort((a, b) => a - b));
  expect(one).toHaveLength(20);
  expect(one).not.toEqual(sampleOf(list, { size: 20, seed: 2 }));
  expect(sampleOf(list, undefined)).toEqual(list);
});
