import { expect, it } from 'vitest';
import { unitsOfRuns } from '#test/bench/run-units.ts';

it('a run writes at most 25 units a task, everything derived included, in the first run of a day and in the second', async () => {
  const units = await unitsOfRuns(2);
  expect(units).toHaveLength(2);
  for (const { written } of units) {
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(25);
  }
});
