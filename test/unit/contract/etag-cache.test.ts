import { expect, test } from 'vitest';
import { etagCache } from '#shared/contract/etag-cache.ts';

test('a client keeps the last sixteen answers, each as long as it is used', () => {
  const { get, keep } = etagCache();
  for (let n = 0; n < 16; n += 1) keep(`run ${n}`, `"${n}"`, n);
  keep('run 0', '"0"', 0);
  keep('run 16', '"16"', 16);
  expect(get('run 0')).toEqual({ etag: '"0"', value: 0 });
  expect(get('run 1')).toBeUndefined();
  expect(get('run 16')).toEqual({ etag: '"16"', value: 16 });
});

test('an answer without a tag takes the place of the one that a client kept', () => {
  const { get, keep } = etagCache();
  keep('run', '"1"', 'old');
  keep('run', null, 'new');
  expect(get('run')).toBeUndefined();
});
