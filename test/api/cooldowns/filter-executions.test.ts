import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { forSlowMachines } from '#test/support/slow-machines.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;

/** Runs before, in, between and in two cool-downs of one chip, the second recorded as if it had begun long before. */
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  const { api } = owner;
  for (const cryo_id of ['A', 'B']) await api.createCryostat({ body: { cryo_id } });
  for (const chip_id of ['chip', 'other']) await api.createChip({ body: { chip_id, topology_id: 'linear-2' } });
  const { code } = await api.getFlowTemplate({ params: { template_id: 'check_one_qubit' } });
  await api.saveFlow({ body: { name: 'check', chip_id: 'chip', code } });
  await api.saveFlow({ body: { name: 'aside', chip_id: 'other', code } });
  const now = () => world.now().toISOString();
  const begin = (cooldown_id: string, cryo_id: string, started_at: string, chip_ids: string[]) =>
    api.createCooldown({ body: { cooldown_id, cryo_id, started_at, chip_ids } });
  await begin('side', 'B', now(), ['other']);
  await run('check');
  await begin('one', 'A', now(), ['chip']);
  await run('check');
  await run('aside');
  await run('check');
  await api.updateCooldown({ params: { cooldown_id: 'one' }, body: { ended_at: now() } });
  await run('check');
  await begin('two', 'A', '2025-01-01T00:00:00.000Z', ['chip']);
  await run('check');
  await world.stack.settle();
});
afterAll(() => world.stop());

async function run(name: string): Promise<void> {
  world.advance(60);
  const { execution_id } = await owner.api.executeFlow({ params: { name }, body: { parameters: { qids: [0] } } });
  await vi.waitUntil(
    async () => (await owner.api.getExecution({ params: { execution_id } })).status === 'completed',
    forSlowMachines,
  );
}

type Query = NonNullable<Parameters<Caller['api']['listExecutions']>[0]>['query'];

/** What the whole list has of a cool-down, by what was kept of the chip of each. */
async function expected(cooldown_id: string, query: Query = {}) {
  const { executions } = await owner.api.listExecutions({ query: { ...query, limit: 100 } });
  const kept = await Promise.all(
    executions.map(({ execution_id }) => owner.api.getExecutionSnapshot({ params: { execution_id } })),
  );
  return executions.filter((_, n) => kept[n]?.cooldown_id === cooldown_id);
}

describe('executions of a cool-down', () => {
  it.each([
    ['one', 2],
    ['two', 1],
    ['side', 1],
  ])('executions of cool-down %s are those that began in it, and counted', async (cooldown_id, total) => {
    const wanted = await expected(cooldown_id);
    expect(wanted).toHaveLength(total);
    const page = await owner.api.listExecutions({ query: { cooldown_id } });
    expect(page).toMatchObject({ executions: wanted, total, next_cursor: null });
  });

  it.each<[string, Query]>([
    ['of a chip', { chip_id: 'chip' }],
    ['that completed', { status: 'completed' }],
    ['of a chip that completed', { chip_id: 'chip', status: 'completed' }],
    ['of a flow', { flow_name: 'check' }],
  ])('executions of a cool-down %s are narrowed by both, page by page', async (_, query) => {
    const wanted = await expected('one', query);
    expect(wanted).toHaveLength(2);
    const first = await owner.api.listExecutions({ query: { ...query, cooldown_id: 'one', limit: 1 } });
    const cursor = first.next_cursor ?? '';
    const next = await owner.api.listExecutions({ query: { ...query, cooldown_id: 'one', limit: 1, cursor } });
    expect([...first.executions, ...next.executions]).toEqual(wanted);
    expect([first.total, next.next_cursor]).toEqual([2, null]);
  });

  it('executions of a cool-down that the chip never was in are none, and those of an unknown one refused', async () => {
    const of = (cooldown_id: string) => owner.api.listExecutions({ query: { chip_id: 'other', cooldown_id } });
    expect(await of('one')).toMatchObject({ executions: [], total: 0, next_cursor: null });
    const detail = `Cool-down 'nowhere' not found in project '${owner.projectId}'`;
    expect(await refusal(of('nowhere'))).toEqual(refused(400, detail));
  });

  it('executions that bear no cool-down since an earlier version wrote them are found by their time', async () => {
    const { projectId } = owner;
    const startAt = '2025-06-01T00:00:00.000Z';
    const old = executionRecord({ projectId, chipId: 'chip', executionId: '20250601-000', startAt });
    await batchWriteItems(world.stack.runtime.db, [{ put: { ...executionEntity.encode(old, 1), v: 1 } }]);
    const idsOf = async (cooldown_id: string) =>
      (await owner.api.listExecutions({ query: { cooldown_id } })).executions.map(({ execution_id }) => execution_id);
    expect(await idsOf('two')).toContain('20250601-000');
    for (const other of ['one', 'side']) expect(await idsOf(other)).not.toContain('20250601-000');
  });
});
