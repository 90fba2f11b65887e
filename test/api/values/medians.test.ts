import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const params = { chip_id: 'chip' };

let world: World;
let owner: Caller;

/** The instant so many hours ago. */
const ago = (hours: number): string => new Date(world.now().getTime() - hours * 3_600_000).toISOString();

const set = (qid: string, value: number, hours: number) =>
  owner.api.updateCalibrationParameters({
    body: { chip_id: 'chip', qid, parameters: { t1: { value, calibrated_at: ago(hours) } } },
  });

const medians = (query: object = {}) =>
  owner.api.getChipMedians({ params, query: { timezone: 'Asia/Tokyo', ...query } });

/** What the metrics of the chip say as of an instant. */
const medianAsOf = async (as_of: string): Promise<number | null> => {
  const { qubit_coverage } = await owner.api.getChipMetrics({ params, query: { as_of } });
  return qubit_coverage.t1?.median ?? null;
};

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  // Before the days that are asked for, several on a day, and days with nothing between.
  const t1 = [50, 40, 61, 72, 55, 58, 66, 49];
  for (const [n, hours] of [900, 500, 494, 488, 300, 294, 150, 3].entries()) {
    await set('0', t1[n] ?? 0, hours);
    if (n % 2 === 0) await set('1', (t1[n] ?? 0) + 9, hours - 1);
  }
  await set('2', 80, 290);
});
afterAll(() => world.stop());

describe('the medians of a chip by day', () => {
  it.each(['Asia/Tokyo', 'UTC', 'America/New_York'])(
    'each day of %s has the median that the metrics have as of its end',
    async (timezone) => {
      const { days, qubit_metrics } = await medians({ timezone });
      expect(days).toHaveLength(30);
      const found = qubit_metrics.t1?.map(({ median }) => median);
      expect(found).toEqual(await Promise.all(days.map(({ as_of }) => medianAsOf(as_of))));
      expect(new Set(found).size).toBeGreaterThan(3);
    },
  );

  it('a day on which nothing was measured says so alongside the median that remains', async () => {
    const { qubit_metrics } = await medians();
    const measured = qubit_metrics.t1?.filter((day) => day.measured > 0) ?? [];
    expect(measured.length).toBeGreaterThan(2);
    expect(qubit_metrics.t1?.some((day) => day.measured === 0 && day.median !== null)).toBe(true);
    expect(measured.every((day) => day.measured <= day.present)).toBe(true);
  });

  it('the medians are of the metrics and days that are asked for', async () => {
    const { days, qubit_metrics, coupling_metrics } = await medians({ days: 2, metrics: ['t2_echo'] });
    expect([days.length, qubit_metrics, coupling_metrics]).toEqual([2, {}, {}]);
    expect((await medians({ days: 2, metrics: ['t1'] })).qubit_metrics.t1).toHaveLength(2);
  });

  it('medians are refused in an unknown zone, for too many days, and for an unknown chip', async () => {
    expect(await refusal(medians({ timezone: 'Mars/Olympus' }))).toMatchObject({ status: 400 });
    expect(await refusal(medians({ days: 32 }))).toMatchObject({ status: 400 });
    const unknown = owner.api.getChipMedians({ params: { chip_id: 'none' }, query: { timezone: 'UTC' } });
    expect(await refusal(unknown)).toMatchObject({ status: 404, detail: expect.stringContaining("'none'") });
  });
});
