import { expect, test } from 'vitest';
import prices from '#test/bench/costs/prices.json' with { type: 'json' };
import { pricesOfUse, projectUses, sortedUses } from '../../../web/people/lib/project-use.ts';
import type { ListedProject } from '../../../web/ui/lib/api/wire.ts';

const dayOf = (day: string, write_units: number) => ({
  ...{ day, requests: 0, read_units: 0, compute_seconds: 0, bytes: 10 },
  write_units,
});
const project = (name: string, usage: ListedProject['usage']): ListedProject => ({
  ...{ project_id: name, name, owner_user_id: 'u', owner_username: 'ada', description: null, member_count: 1 },
  ...{ deleted_at: null, created_at: '2026-03-01T00:00:00.000Z', usage },
});
const projects = [
  project('small', [dayOf('2026-03-01', 1_000_000)]),
  project('idle', []),
  project('Large', [dayOf('2026-03-01', 2_000_000), dayOf('2026-03-02', 5_000_000)]),
];

test('the sum of a project has its days, its costs and its share of all costs; one that used nothing is left out', () => {
  const rows = sortedUses(projectUses(projects, 'sum'), '-cost');
  expect(rows.map(({ project: { name }, write_units, bytes, share }) => [name, write_units, bytes, share])).toEqual([
    ['Large', 7_000_000, 20, 0.875],
    ['small', 1_000_000, 10, 0.125],
  ]);
  expect(rows[0]?.dollars).toBeCloseTo(7 * prices.dynamodb.millionWriteUnits);
});

test('days are rows of their own, sorted by any column, ignoring the case of names', () => {
  const sorted = (sort: string) =>
    sortedUses(projectUses(projects, 'day'), sort).map(({ project: { name }, day }) => `${name} ${day}`);
  expect(sorted('-writes')).toEqual(['Large 2026-03-02', 'Large 2026-03-01', 'small 2026-03-01']);
  expect(sorted('day')[2]).toBe('Large 2026-03-02');
  expect(sorted('-project')[0]).toBe('small 2026-03-01');
});

test('the prices of use are those of the documented costs', () => {
  const { dynamodb, lambda, httpApi } = prices;
  expect(pricesOfUse).toEqual({
    millionReadUnits: dynamodb.millionReadUnits,
    millionWriteUnits: dynamodb.millionWriteUnits,
    functionSecond: lambda.gigabyteSecond,
    millionRequests: lambda.millionRequests + httpApi.millionRequests,
  });
});
