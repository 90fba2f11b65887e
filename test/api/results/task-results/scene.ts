import { afterAll, beforeAll } from 'vitest';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { type SeededRun, seedRun } from '../../support/task-results.ts';
import { type Caller, startWorld, type World } from '../../support/world.ts';

export let world: World;
export let alice: Caller;
export let bob: Caller;
export let run: SeededRun;

/** Instants of the tests are within minutes of the chip's creation, which is now. */
let start: number;
export const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

export const ended = (
  index: number,
  given: Parameters<typeof plannedTask>[1],
  outcome: Parameters<typeof outcomeOf>[1] = {},
): TaskUpdate => {
  const planned = plannedTask(index, given);
  const startAt = outcome.startAt ?? at(index);
  return { kind: 'ended', planned, outcome: outcomeOf(planned, { startAt, endAt: at(index + 0.5), ...outcome }) };
};

/** Gives the tests of a file seven results of one run on the chip of Alice. */
export function onTaskResults(): void {
  beforeAll(async () => {
    world = await startWorld();
    [alice, bob] = await Promise.all([world.register('alice'), world.register('bob')]);
    await alice.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    start = world.now().getTime();
    run = await seedRun(world.stack.runtime, { projectId: alice.projectId, chipId: 'chip', username: 'alice' });
    const zx = { name: 'CheckZX90', type: 'coupling' as const };
    await run.write([
      ended(1, { target: '0', taskId: 't1-first' }, { outputParameters: { t1: measuredValue(30) } }),
      ended(2, { target: '0', taskId: 't1-second' }, { outputParameters: { t1: measuredValue(40) } }),
      ended(3, { target: '1', taskId: 't1-failed' }, { status: 'failed', message: 'CheckT1 R² value too low: 0.43' }),
      ended(4, { target: '2', taskId: 't1-skipped' }, { status: 'skipped', message: 'CheckRabi failed' }),
      ended(5, { ...zx, target: '0-1', taskId: 'zx' }, { outputParameters: {}, r2: Number.NaN }),
      { kind: 'scheduled', planned: plannedTask(6, { target: '3', taskId: 'waits' }) },
      { kind: 'running', planned: plannedTask(7, { target: '3', taskId: 'runs' }), startAt: at(7) },
    ]);
  });
  afterAll(() => world.stop());
}

export const ofTask = { chip_id: 'chip', task: 'CheckT1' };
