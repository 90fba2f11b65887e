import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SIMULATED_ALERTS_PER_WEEK } from '#shared/statistics/rules/drift-threshold.ts';
import { falseAlarms, found } from '#test/drift/measure.ts';
import { placeTables } from '#test/drift/report.ts';

const document = join(import.meta.dirname, '../../../docs/drift.md');
const daily = { every: 1, perDay: 1 };

it('the rate that is expected without a replay is what the simulation in the documents says of the least threshold', async () => {
  const [, said] = /^\| alert, 12 \| ([\d.]+) \|/m.exec(await readFile(document, 'utf8')) ?? [];
  expect(Math.round(Number(said))).toBe(Math.round(1000 * SIMULATED_ALERTS_PER_WEEK));
});

it('a greater threshold raises fewer false alarms, and white noise next to none', () => {
  const [watch = 0, low = 0, high = 0] = falseAlarms(
    { noise: 'two-level systems', cadence: daily, seed: 1, chips: 2 },
    ['watch', 12, 30],
  );
  expect(watch).toBeGreaterThan(low);
  expect(low).toBeGreaterThan(high);
  expect(low).toBeGreaterThan(2);
  expect(low).toBeLessThan(30);
  const [white] = falseAlarms({ noise: 'white normal', cadence: daily, seed: 1, chips: 2 }, [12]);
  expect(white).toBeLessThan(1);
});

it('half of T1 lost is found in most series within four weeks, and sooner than a slow loss', () => {
  const common = { cadence: daily, seed: 3, chips: 5 };
  const [half] = found({ ...common, by: () => Math.log(0.5), within: 28 }, [12]);
  const [slow] = found({ ...common, by: (days) => days * Math.log(0.99), within: 56 }, [12]);
  expect(half?.share).toBeGreaterThan(0.85);
  expect(half?.medianDays).toBeLessThan(slow?.medianDays ?? 0);
});

it('a table whose place the document lacks is refused', () => {
  expect(() => placeTables('', { alarms: '', white: '', replay: '' })).toThrow('alarms');
});
