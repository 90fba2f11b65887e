import { expect, test } from 'vitest';
import { etagCache } from '#shared/api/etag-cache.ts';

test('a client keeps the last 64 answers, each as long as it is used', () => {
  const { get, keep } = etagCache();
  for (let n = 0; n < 64; n += 1) keep(`run ${n}`, `"${n}"`, n);
  keep('run 0', '"0"', 0);
  keep('run 64', '"64"', 64);
  expect(get('run 0')).toEqual({ etag: '"0"', value: 0 });
  expect(get('run 1')).toBeUndefined();
  expect(get('run 64')).toEqual({ etag: '"64"', value: 64 });
});

test('an answer without a tag takes the place of the one that a client kept', () => {
  const { get, keep } = etagCache();
  keep('run', '"1"', 'old');
  keep('run', null, 'new');
  expect(get('run')).toBeUndefined();
});
