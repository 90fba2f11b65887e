import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import type { FullClient } from '#test/support/stack/full-client.ts';
import { type SeededRun, seedRun } from '../support/task-results.ts';
import { startWorld, testPassword, type World } from '../support/world.ts';

/** The times of the scene: without a cool-down, in the first, between the two, in the second. */
export const phases = ['before', 'one', 'between', 'two'] as const;
export type Phase = (typeof phases)[number];

/** A chip that was in two cool-downs, with results of runs in them, before them and between them. */
export interface TwoCooldowns {
  world: World;
  /** The API, as a user who has just logged in. */
  api: FullClient;
  projectId: string;
  taskIds: string[];
}

/** Longer than what began before a cool-down may be stamped with it. */
const phaseSeconds = 20 * 86_400;

/**
 * Chip `chip` in cool-down `one`, which has ended, and in `two`, whose recorded start lies long before its data; chip `other`
 * in `side`. Each time has a result of every status, values that people set, and a task that began in the time before.
 */
export async function startTwoCooldowns(): Promise<TwoCooldowns> {
  const world = await startWorld();
  const { projectId } = await world.register('alice');
  const logIn = async (): Promise<FullClient> => {
    const body = { username: 'alice', password: testPassword };
    return world.client((await world.client(undefined).login({ body })).access_token, projectId);
  };
  const taskIds: string[] = [];
  let straddling: { run: SeededRun; taskId: string } | undefined;
  const change: Record<Phase, (api: FullClient) => Promise<unknown>> = {
    before: async (api) => {
      for (const cryo_id of ['A', 'B']) await api.createCryostat({ body: { cryo_id } });
      for (const chip_id of ['chip', 'other']) await api.createChip({ body: { chip_id, topology_id: 'linear-3' } });
      await api.createCooldown({ body: cooldown('side', 'B', world.now().toISOString(), ['other']) });
    },
    one: (api) => api.createCooldown({ body: cooldown('one', 'A', world.now().toISOString(), ['chip']) }),
    between: (api) =>
      api.updateCooldown({ params: { cooldown_id: 'one' }, body: { ended_at: world.now().toISOString() } }),
    two: (api) => api.createCooldown({ body: cooldown('two', 'A', '2025-01-01T00:00:00.000Z', ['chip']) }),
  };
  let api = await logIn();
  for (const [n, phase] of phases.entries()) {
    api = await logIn();
    if (n > 0) world.advance(60);
    await change[phase](api);
    world.advance(60);
    for (const chipId of ['chip', 'other']) {
      const run = await seedRun(world.stack.runtime, runOf(projectId, chipId, n));
      const updates = resultsOf(phase, chipId, world.now());
      taskIds.push(...updates.map(({ planned }) => planned?.taskId ?? ''));
      await run.write(updates);
      if (chipId === 'other') continue;
      if (straddling) await straddling.run.write([ended(straddling.taskId, '2', world.now())]);
      const planned = plannedTask(9, { taskId: `${phase}-straddles`, target: '2' });
      straddling = { run, taskId: planned.taskId };
      taskIds.push(planned.taskId);
      await run.write([{ kind: 'running', planned, startAt: world.now().toISOString() }]);
    }
    for (const [metric, value] of [
      ['t1', 20 + n],
      ['t2_echo', 50 - n],
    ] as const)
      await api.updateCalibrationParameters({
        body: { chip_id: 'chip', qid: '0', parameters: { [metric]: { value } }, reason: phase },
      });
    // The next begins within the longest run after this one, and ends long behind it.
    world.advance(n % 2 === 0 ? 3600 : phaseSeconds);
  }
  await world.stack.settle();
  return { world, api: await logIn(), projectId, taskIds };
}

const cooldown = (cooldown_id: string, cryo_id: string, started_at: string, chip_ids: string[]) => ({
  cooldown_id,
  cryo_id,
  started_at,
  chip_ids,
});

const runOf = (projectId: string, chipId: string, n: number) => ({
  projectId,
  chipId,
  username: 'alice',
  executionId: `20250101-${String(2 * n + Number(chipId === 'other')).padStart(3, '0')}`,
});

function ended(taskId: string, target: string, now: Date, outcome: object = {}): TaskUpdate {
  const planned = plannedTask(Number(target), { taskId, target });
  const startAt = new Date(now.getTime() - 30_000).toISOString();
  return {
    kind: 'ended',
    planned,
    outcome: outcomeOf(planned, { startAt, endAt: now.toISOString(), ...outcome }),
  };
}

const resultsOf = (phase: Phase, chipId: string, now: Date): TaskUpdate[] => {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const id = (name: string) => `${phase}-${chipId}-${name}`;
  const t1 = { outputParameters: { t1: measuredValue(30 + phases.indexOf(phase)) } };
  return [
    ended(id('first'), '0', at(-2), t1),
    ended(id('second'), '0', at(-1), t1),
    ended(id('failed'), '1', at(0), { status: 'failed', message: `CheckT1 failed in ${phase}` }),
    { kind: 'scheduled', planned: plannedTask(3, { taskId: id('waits'), target: '2' }) },
  ];
};
