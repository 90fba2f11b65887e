import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterAuthentication, attachMeter, roundTrips } from '#test/bench/meter.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
const target = { chip_id: 'chip', qid: '0' };
const query = { metric: 't1' };
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', size: 4, topology_id: 'linear-4' } });
});
afterAll(() => world.stop());

test('a history reads its chip alongside the check of its caller, so that one trip follows', async () => {
  const meter = attachMeter(world.stack.client);
  const trips: number[] = [];
  // Of two calls side by side one may begin late: the fewest count.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    meter.begin();
    expect(await owner.api.getQubitMetricHistory({ params: target, query })).toMatchObject({ history: [] });
    trips.push(roundTrips(afterAuthentication(meter.end())));
  }
  expect(Math.min(...trips)).toBe(1);
});

test('a history that is read alongside the check tells no one of a chip who may not see its project', async () => {
  const stranger = await world.register('stranger');
  const headers = { 'x-project-id': owner.projectId };
  for (const chip_id of ['chip', 'none']) {
    const asked = stranger.api.getQubitMetricHistory({ params: { ...target, chip_id }, query, headers });
    expect(await refusal(asked)).toMatchObject({ status: 403 });
  }
  const missing = owner.api.getQubitMetricHistory({ params: { ...target, chip_id: 'none' }, query });
  expect(await refusal(missing)).toMatchObject({ status: 404 });
});
