import { expect, test } from 'vitest';
import { atMost } from '#shared/concurrency.ts';

test('at most so many works are done at once, in their order, whether they fail or not', async () => {
  const limited = atMost(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const works = ends.map(({ promise }, n) =>
    limited(() => {
      begun.push(n);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken'));
  await expect(works[1]).rejects.toThrow('broken');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3]) ends[n]?.resolve(n);
  expect(await Promise.all([works[0], works[2], works[3]])).toEqual([0, 2, 3]);
});
