import { expect, it } from 'vitest';
import measured from '#test/bench/costs/measured.json' with { type: 'json' };
import { unitsOfRuns } from '#test/bench/run-units.ts';

it('a run writes at most 20 units a task, everything derived included, in the first run of a day and in the second', async () => {
  const { tasks: units, archive } = await unitsOfRuns(2);
  expect(units).toHaveLength(2);
  for (const { written } of units) {
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(20);
  }
  // What docs/operations.md reckons a run and its results to cost.
  const { writeUnitsPerTask, readUnitsPerTask, storedBytesPerTask, filesPerTask, fileBytesPerTask } = measured.run;
  const { resultBytesPerTask } = measured.run;
  expect(writeUnitsPerTask).toBe(18);
  const second = units[1];
  // The stream comes in more and smaller batches where the machine is busy.
  expect(second?.read).toBeLessThanOrEqual(1.15 * readUnitsPerTask);
  expect(second?.stored).toBeLessThanOrEqual(1.05 * storedBytesPerTask);
  expect(second?.stored).toBeGreaterThan(0.9 * storedBytesPerTask);
  expect(second?.ofResult).toBeLessThanOrEqual(1.05 * resultBytesPerTask);
  expect(second?.ofResult).toBeGreaterThan(0.95 * resultBytesPerTask);
  const { writeUnits, readUnits, fileBytes } = measured.archivedResult;
  expect(archive.written).toBeLessThanOrEqual(writeUnits);
  expect(archive.read).toBeLessThanOrEqual(readUnits);
  expect(archive.fileBytes).toBeLessThanOrEqual(fileBytes);
  expect(second?.files).toBeLessThanOrEqual(filesPerTask);
  expect(second?.fileBytes).toBeLessThanOrEqual(1.05 * fileBytesPerTask);
});
