import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startWorld, type World } from '../support/world.ts';

const isOther = Boolean(process.env.FIDUCIAL_URL);
const why = isOther ? ' (skipped: the clock of a deployed service cannot be moved)' : '';

describe.skipIf(isOther)(`what projects use (rule LIMIT-11)${why}`, () => {
  let world: World;
  let busy: Caller;
  let idle: Caller;
  let now = new Date('2026-03-02T23:00:00.000Z');
  beforeAll(async () => {
    world = await startWorld({ clock: () => now });
    [busy, idle] = await Promise.all([world.register('busy'), world.register('idle')]);
  });
  afterAll(() => world.stop());

  const projectsWith = async (usage_days: number) => {
    const { projects } = await world.admin.api.listAllProjects({ query: { usage_days } });
    const usageOf = ({ projectId }: Caller) => projects.find(({ project_id }) => project_id === projectId)?.usage;
    return { busy: usageOf(busy), idle: usageOf(idle) };
  };

  it('an administrator reads what the requests of each project used by day', async () => {
    await busy.api.createChip({ body: { chip_id: 'used', topology_id: 'linear-2' } });
    for (let n = 0; n < 5; n += 1) await busy.api.getChip({ params: { chip_id: 'used' } });
    now = new Date('2026-03-03T01:00:00.000Z');
    // It writes what is older than an hour.
    await busy.api.listChips();
    const { busy: days, idle: none } = await projectsWith(31);
    expect(days).toEqual([
      {
        day: '2026-03-02',
        requests: 6,
        read_units: expect.any(Number),
        write_units: expect.any(Number),
        compute_seconds: expect.any(Number),
        bytes: expect.any(Number),
      },
    ]);
    const [{ read_units = 0, write_units = 0, compute_seconds = 0, bytes = 0 } = {}] = days ?? [];
    for (const number of [read_units, write_units, compute_seconds, bytes]) expect(number).toBeGreaterThan(0);
    expect(none).toEqual([]);
  });

  it('what a run of the simulator uses is counted for its project, without a request', async () => {
    const runner = await world.register('runner');
    await runner.api.createChip({ body: { chip_id: 'measured', topology_id: 'linear-4' } });
    await runner.api.queueTask({ body: { task_name: 'CheckT1', chip_id: 'measured', parameters: { qids: ['0'] } } });
    await expect.poll(async () => (await runner.api.getExecutionLockStatus({})).lock, { interval: 250 }).toBe(false);
    const { projects } = await world.admin.api.listAllProjects({ query: { usage_days: 1 } });
    const [day, ...others] = projects.find(({ project_id }) => project_id === runner.projectId)?.usage ?? [];
    expect(others).toEqual([]);
    expect(day).toMatchObject({ day: '2026-03-03', requests: 0, bytes: 0 });
    expect(day?.write_units).toBeGreaterThan(0);
    expect(day?.compute_seconds).toBeGreaterThan(0);
  });

  it('a day that is not asked for is left out, and without days there is no usage', async () => {
    expect((await projectsWith(1)).busy).toEqual([]);
    expect((await projectsWith(2)).busy).toHaveLength(1);
    expect((await projectsWith(0)).busy).toBeUndefined();
  });
});
