import { expect, test } from 'vitest';
import { mergeAllBlocks } from '#shared/values/rules/time-blocks.ts';

const one = { count: 1, mean: 2 };

test.each([
  ['follow', { '2025-01 0': one }, { '2025-01 1': one, '2025-02 0': one }],
  ['come before', { '2025-01 1': one, '2025-02 0': one }, { '2025-01 0': one }],
  ['lie between', { '2025-01 0': one, '2025-02 0': one }, { '2025-01 1': one }],
])('the blocks of two parts are in the order of time where those of the second %s', (_, a, b) => {
  expect(Object.entries(mergeAllBlocks(a, b))).toEqual([
    ['2025-01 0', one],
    ['2025-01 1', one],
    ['2025-02 0', one],
  ]);
});

test('a block of two parts has the values of both', () => {
  const merged = mergeAllBlocks({ '2025-01 0': { count: 1, mean: 2 } }, { '2025-01 0': { count: 3, mean: 6 } });
  expect(merged).toEqual({ '2025-01 0': { count: 4, mean: 5 } });
});
