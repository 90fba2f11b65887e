import { expect, test } from 'vitest';
import { quietAfterWork } from '#local/collect-when-quiet.ts';

test('garbage is collected once after work, at the first look before which nothing was done', () => {
  let done = 0;
  const isTime = quietAfterWork(() => done);
  const look = (work: number) => {
    done += work;
    return isTime();
  };
  const looks = [0, 3, 1, 0, 0, 0, 2, 0, 0];
  expect(looks.map(look)).toEqual([false, false, false, true, false, false, false, true, false]);
});
