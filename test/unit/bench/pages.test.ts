import { describe, expect, test } from 'vitest';
import { routeList } from '#shared/api/routes.ts';
import { pageCosts, pages } from '#test/bench/pages.ts';
import type { Measured } from '#test/bench/read-case.ts';
import { pages as applicationPages } from '../../../web/pages.ts';

const read = (name: string): Measured => ({
  ...{ name, trips: 1, totalTrips: 2, units: 1, totalUnits: 2, minimum: 1, items: 1, bodyBytes: 1, calls: [] },
  times: { read: 2, floor: 1 },
});
const all = [...new Set(Object.values(pages).flat())];
const shell = ['getCurrentUser, with projects', 'getExecutionLockStatus'];

describe('the pages of the bench', () => {
  test('every page of the application is among the pages of the bench, and no other', () => {
    expect(Object.keys(pages).sort()).toEqual(['/login', ...Object.keys(applicationPages)].sort());
  });

  test('the reads of pages of the bench are operations of the API', () => {
    const operations = new Set(routeList.map(({ operationId }) => operationId as string));
    expect(all.filter((name) => !operations.has(name.split(',')[0] ?? ''))).toEqual([]);
  });

  test('a page of the bench costs what its reads and those of its frame cost together', () => {
    const costs = pageCosts([...new Set([...all, ...shell])].map(read));
    expect(costs.find(({ path }) => path === '/settings')).toEqual({
      path: '/settings',
      reads: 5,
      milliseconds: 10,
      floor: 5,
    });
    expect(costs.find(({ path }) => path === '/login')).toMatchObject({ reads: 0, milliseconds: 0 });
    expect(() => pageCosts(shell.map(read))).toThrow('is not a case of the bench');
  });
});
