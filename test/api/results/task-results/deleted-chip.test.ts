import { describe, expect, it } from 'vitest';
import { seedRun } from '../../support/task-results.ts';
import { alice, ended, ofTask, onTaskResults, run, world } from './scene.ts';

onTaskResults();

describe('a chip that is deleted', () => {
  it('a chip that is deleted keeps its task results by id, counts them before, and starts empty under the same id', async () => {
    const impact = await alice.api.getChipDeletionImpact({ params: { chip_id: 'chip' } });
    expect(impact.task_results).toBe(7);
    await alice.api.deleteChip({ params: { chip_id: 'chip' }, query: { force: true } });
    expect((await alice.api.getTaskResult({ params: { task_id: 'zx' } })).status).toBe('completed');
    world.advance(3600);
    await alice.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const { result } = await alice.api.getLatestQubitTaskResults({ query: ofTask });
    expect(new Set(Object.values(result).map(({ status }) => status))).toEqual(new Set(['pending']));
    expect((await alice.api.getQubitTaskHistory({ params: { qid: 0 }, query: ofTask })).data).toEqual({});
    expect(await alice.api.listTaskResults({ query: { chip_id: 'chip' } })).toMatchObject({ items: [], total: 0 });
    expect((await alice.api.listTaskResults({ query: { execution_id: run.execution.executionId } })).total).toBe(7);
    expect((await alice.api.getChipDeletionImpact({ params: { chip_id: 'chip' } })).task_results).toBe(0);
  });

  it('a chip made anew lists all results that it counts, those too that began before it by their own account', async () => {
    // A separate chip, whose results are all of the present: this test also runs where no clock can be set.
    const carol = await world.register('carol');
    const ids = { projectId: carol.projectId, chipId: 'chip', username: 'carol' };
    const ago = (seconds: number) => new Date(world.now().getTime() - seconds * 1000).toISOString();
    const make = () => carol.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const longAndShort = async (long: string, short: string) =>
      (await seedRun(world.stack.runtime, ids)).write([
        ended(1, { target: '0', taskId: long }, { startAt: ago(40), endAt: ago(0) }),
        ended(2, { target: '1', taskId: short }, { startAt: ago(0), endAt: ago(0) }),
      ]);
    await make();
    await longAndShort('old-long', 'old-short');
    expect((await carol.api.listTaskResults({ query: { chip_id: 'chip' } })).total).toBe(2);
    await carol.api.deleteChip({ params: { chip_id: 'chip' }, query: { force: true } });
    await make();
    await longAndShort('long', 'short');
    for (const query of [{ chip_id: 'chip' }, {}, { chip_id: 'chip', task_name: 'CheckT1' }]) {
      const page = await carol.api.listTaskResults({ query });
      expect(page.items.map(({ task_id }) => task_id)).toEqual(['short', 'long']);
      expect(page.total).toBe(2);
    }
  });
});
