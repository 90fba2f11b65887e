import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOUND } from '#test/support/runs/simulation.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
});
afterAll(() => world.stop());

/** As QDash's client waits: by the id that executing answered. */
async function waited(execution_id: string) {
  await expect.poll(async () => (await owner.api.getExecution({ params: { execution_id } })).status).toBe('completed');
  return owner.api.getExecution({ params: { execution_id } });
}

it('a template is saved, executed and waited for, and the next run may start', async () => {
  const { code } = await owner.api.getFlowTemplate({ params: { template_id: 'check_one_qubit' } });
  await owner.api.saveFlow({ body: { name: 'check', chip_id: 'chip', code } });
  const { task_count } = await owner.api.validateFlow({ body: { code, chip_id: 'chip' } });
  const first = await owner.api.executeFlow({ params: { name: 'check' }, body: { parameters: SOUND } });
  const execution = await waited(first.execution_id);
  expect(task_count).toBe(40);
  expect(execution.task).toHaveLength(40);
  expect(new Set(execution.task.map(({ status }) => status))).toEqual(new Set(['completed']));
  const { qubits } = await owner.api.getChip({ params: { chip_id: 'chip' } });
  for (const qid of ['0', '1', '2', '3'])
    expect(qubits?.[qid]?.data.t1).toMatchObject({ execution_id: first.execution_id, unit: 'us' });
  const second = await owner.api.executeFlow({ params: { name: 'check' }, body: { parameters: { qids: [0] } } });
  expect((await waited(second.execution_id)).task).toHaveLength(10);
});
