import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { refusal, refused } from '../support/refusal.ts';
import { sampleFlow } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.saveFlow({ body: { name: 'check', chip_id: 'chip', code: sampleFlow } });
});
afterAll(() => world.stop());

it('checkExecutionAvailability 200: available while no run is on, then not, in the words of the refused start; nothing is written', async () => {
  const viewer = await world.register('viewer');
  const params = { project_id: owner.projectId };
  await world.join(owner.api, { params, body: { username: 'viewer', role: 'viewer' } });
  const reader = world.client(viewer.token, owner.projectId);
  const check = () =>
    reader.checkExecutionAvailability({ body: { flow_name: 'check', parameters: { chip_id: 'chip', qid: '0' } } });
  const before = await world.scan();
  expect(await check()).toEqual({ available: true, reason: null });
  expect(await reader.checkExecutionAvailability({ body: { flow_name: null, parameters: null } })).toMatchObject({
    available: true,
  });
  expect(await world.scan()).toBe(before);
  await owner.api.executeFlow({ params: { name: 'check' }, body: {} });
  const busy = await refusal(owner.api.executeFlow({ params: { name: 'check' }, body: {} }));
  expect(busy.status).toBe(409);
  expect(await check()).toEqual({ available: false, reason: busy.detail });
});

it('checkExecutionAvailability 400: an unknown flow or chip', async () => {
  const check = (body: Parameters<typeof owner.api.checkExecutionAvailability>[0]['body']) =>
    refusal(owner.api.checkExecutionAvailability({ body }));
  expect(await check({ flow_name: 'nothing' })).toEqual(
    refused(400, `Flow 'nothing' not found in project '${owner.projectId}'`),
  );
  expect(await check({ parameters: { chip_id: 'none' } })).toEqual(
    refused(400, `Chip 'none' not found in project '${owner.projectId}'`),
  );
});

it('reloadConfigCaches 200: clears nothing and says why; 403 for others than administrators', async () => {
  expect(await world.admin.api.reloadConfigCaches()).toEqual({
    cleared: [],
    message: expect.stringContaining('Nothing'),
  });
  expect((await refusal(owner.api.reloadConfigCaches())).status).toBe(403);
});
