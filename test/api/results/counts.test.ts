import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('the counts of task results are of results alone, also where the chip has daily rows', async () => {
  const { api } = await world.register('alice');
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-2' } });
  const set = (value: number) =>
    api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters: { t1: { value } } } });
  await set(40);
  // From the evening of the calendar in Tokyo into its next day.
  world.advance(6 * 3600);
  await set(41);
  await world.stack.settle();
  const impact = await api.getChipDeletionImpact({ params: { chip_id: 'chip' } });
  expect(impact.qubit_history_snapshots).toBe(1);
  expect(await api.listTaskResults({ query: { chip_id: 'chip' } })).toMatchObject({ total: 0, status_counts: {} });
});
