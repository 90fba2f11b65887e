import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  const set = (qid: string, parameters: Record<string, { value: number; unit?: string }>) =>
    owner.api.updateCalibrationParameters({ body: { chip_id: 'c', qid, parameters } });
  await set('0', { t1: { value: 30, unit: 'us' }, spur: { value: 7 } });
  await set('2', { t1: { value: 50, unit: 'us' } });
  await set('0-1', { zx90_gate_fidelity: { value: 0.97 } });
});
afterAll(() => world.stop());

it('the summary has the mean of what is measured on qubits, and nothing of what is not', async () => {
  expect(await owner.api.getChipMetricsSummary({ params: { chip_id: 'c' } })).toEqual({
    ...{ chip_id: 'c', qubit_count: 3, averages: { t1: 40, spur: 7 } },
    ...{ units: { t1: 'us', spur: '' }, left_out: { t1: [], spur: [] } },
  });
});

it.each([
  ['t1', { 0: 30, 2: 50 }, 'us'],
  ['zx90_gate_fidelity', { '0-1': 0.97 }, ''],
  ['t2_echo', {}, null],
])('the heat map of %s has the value of each target that has one', async (metric, values, unit) => {
  const found = await owner.api.getChipMetricHeatmap({ params: { chip_id: 'c', metric } });
  expect(found).toEqual({ chip_id: 'c', metric, values, unit, left_out: [] });
});

it('an unknown chip has neither', async () => {
  const params = { chip_id: 'none' };
  expect((await refusal(owner.api.getChipMetricsSummary({ params }))).status).toBe(404);
  expect((await refusal(owner.api.getChipMetricHeatmap({ params: { ...params, metric: 't1' } }))).status).toBe(404);
});
