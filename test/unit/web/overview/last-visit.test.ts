import { expect, it } from 'vitest';
import { keepVisit, visitNow } from '../../../../web/statistics/lib/overview/last-visit.ts';

const minute = 60_000;

it('a visit is another one after half an hour, and the one before it is kept through reloads', () => {
  const first = visitNow(undefined, 0);
  expect(first).toEqual({ last: 0 });
  expect(visitNow(first, 29 * minute)).toEqual({ last: 29 * minute });
  const second = visitNow(first, 30 * minute);
  expect(second).toEqual({ last: 30 * minute, before: 0 });
  expect(visitNow(second, 50 * minute)).toEqual({ last: 50 * minute, before: 0 });
});

it('the visit before is of each chip its own', () => {
  const at = (minutes: number) => Date.UTC(2026, 10, 22) + minutes * minute;
  expect([keepVisit('a', at(0)), keepVisit('b', at(60)), keepVisit('a', at(90))]).toEqual([
    undefined,
    undefined,
    '2026-11-22T00:00:00.000Z',
  ]);
  expect(keepVisit('b', at(91))).toBe('2026-11-22T01:00:00.000Z');
});
