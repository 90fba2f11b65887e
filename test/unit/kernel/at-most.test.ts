import { expect, test } from 'vitest';
import { atMost } from '#shared/kernel/concurrency.ts';

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

test('works together weigh at most the limit, and one that weighs more runs alone', async () => {
  const limited = atMost(10);
  const begun: number[] = [];
  const weights = [4, 6, 12, 1, 9];
  const ends = weights.map(() => Promise.withResolvers<void>());
  const works = weights.map((weight, n) =>
    limited(() => {
      begun.push(n);
      return ends[n]?.promise ?? Promise.resolve();
    }, weight),
  );
  expect(begun).toEqual([0, 1]);
  ends[0]?.resolve();
  await works[0];
  // The third waits until nothing else runs, and the fourth for its turn.
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[2]?.resolve();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  for (const { resolve } of ends) resolve();
  await Promise.all(works);
});
