import { expect, test } from 'vitest';
import { dashboardProblems } from '#test/bench/costs/dashboard-view.ts';
import { pages, shell } from '#test/bench/pages.ts';

const names = [...shell, ...(pages['/dashboard'] ?? [])];
const reads = names.map((name) => ({ name, totalUnits: 10 }));

test('the cost of a view is judged by the reads of its page', () => {
  const view = { requests: names.length, readUnits: 10 * names.length };
  expect(dashboardProblems(reads, view)).toEqual([]);
  expect(dashboardProblems(reads, { ...view, readUnits: 5 * names.length })).toHaveLength(1);
  expect(dashboardProblems(reads, { ...view, requests: 1 })).toHaveLength(1);
  expect(dashboardProblems(reads.slice(1), view)).toHaveLength(1);
});
